// Tests in `.test.tsx` run in happy-dom, tests in `.test.ts` in Node. Messages are compiled as for the built site.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Vitest reports failures with Map.groupBy, which Node has since version 21.
if (!('groupBy' in Map)) {
  Object.assign(Map, {
    groupBy: <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key) => {
      const groups = new Map<Key, Item[]>();
      for (const item of items) {
        const key = keyOf(item);
        groups.set(key, [...(groups.get(key) ?? []), item]);
      }
      return groups;
    },
  });
}

export default defineConfig({
  resolve: {
    alias: {
      'compiled-messages': join(import.meta.dirname, '.build/messages'),
      'compiled-cities': join(import.meta.dirname, '.build/cities'),
      'compiled-land': join(import.meta.dirname, '.build/land'),
      'compiled-places': join(import.meta.dirname, '.build/places'),
    },
  },
  test: {
    globalSetup: ['build/messages.mjs', 'build/cities.mjs', 'build/land.mjs'],
    restoreMocks: true,
    // By default, Vitest leaves one core idle.
    maxWorkers: '100%',
    testTimeout: 20_000,
    // A test that passes only on the second attempt, for example on a busy machine, is reported as flaky, like a journey.
    retry: 1,
    projects: [
      // Tests without a DOM start faster.
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          setupFiles: ['src/testing/fractional-clock.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/fractional-clock.ts', 'src/testing/setup.ts'],
        },
      },
    ],
  },
});
