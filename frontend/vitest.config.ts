// Tests in `.test.tsx` run in happy-dom, those in `.test.ts` in Node alone; messages are compiled as in the built site.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Vitest tells of failures with the help of Map.groupBy, which Node has from 21 on.
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
    },
  },
  test: {
    globalSetup: ['build/messages.mjs', 'build/cities.mjs'],
    restoreMocks: true,
    // Without a number, one core of two would be left idle.
    maxWorkers: '100%',
    testTimeout: 20_000,
    projects: [
      // What needs no page starts without one.
      { extends: true, test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/setup.ts'],
        },
      },
    ],
  },
});
