// The privacy page lists every key under which the source stores something in the browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptInBrowser, keptPages } from './kept-in-browser';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .filter((file) => !/^(testing|features\/privacy)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

/** The keys in the source; `…` replaces parts that are generated at run time. */
function keysIn(text: string): string[] {
  const named = [
    ...text.matchAll(
      /\b(?:stored(?:Value|Choice)|ownedValue)(?:<[^(]*>)?\(\s*['"`]([^'"`]+)['"`]/g,
    ),
    ...text.matchAll(/\bconst \w+Key = ['"`]([^'"`]+)['"`]/g),
    ...text.matchAll(/\bkey = ['"`]([a-z-]+:[^'"`]+)['"`]/g),
  ];
  return named.map(([, key = '']) => key.replace(/\$\{[^}]+\}/, '…'));
}

test('every key is listed, and no other', () => {
  const told = keptInBrowser.flatMap(({ keys }) => keys);
  const used = sources.flatMap(({ text }) => keysIn(text));
  expect([...new Set(used)].sort()).toEqual([...told].sort());
});

test('no other file uses storage of the browser', () => {
  const storage =
    /\b(localStorage|sessionStorage|indexedDB|caches\.\w|document\.cookie|cookieStore)/;
  const users = sources.filter(({ text }) => storage.test(text)).map(({ file }) => file);
  // Files whose keys the test above reads, or that import such keys; the worker caches pages of the site.
  expect(users.sort()).toEqual([
    'browser/indexed-store.ts',
    'browser/stored-value.ts',
    'features/timer/presets-space.ts',
    'identity/browser-id.ts',
    'identity/newcomer.ts',
    'loading/early-line.ts',
    'ringing/tabs.ts',
    'service-worker/answers.ts',
    'service-worker/snapshot.ts',
    'settings/theme-choice.ts',
  ]);
});

test('the caches of the service worker are listed', () => {
  const { text } = sources.find(({ file }) => file === 'service-worker/snapshot.ts') ?? {
    text: '',
  };
  expect(keptPages).toEqual([`${/const prefix = '([^']+)'/.exec(text)?.[1] ?? ''}:…`]);
});

test('every stored value has a literal key', () => {
  for (const { file, text } of sources) {
    if (['browser/stored-value.ts', 'identity/owned-values.ts'].includes(file)) continue;
    const made = text.match(/\b(stored|owned)Value(<[^(]*>)?\(/g) ?? [];
    const read = text.match(/\b(?:stored|owned)Value(?:<[^(]*>)?\(\s*['"`]/g) ?? [];
    expect(read, file).toHaveLength(made.length);
  }
});

test('every key has a version, except for values that will always be a single word', () => {
  const unversioned = sources
    .flatMap(({ text }) => keysIn(text))
    .filter((key) => !/:v\d+$/.test(key) && !key.endsWith(':…'));
  expect([...new Set(unversioned)].sort()).toEqual(['browser-id', 'theme']);
});
