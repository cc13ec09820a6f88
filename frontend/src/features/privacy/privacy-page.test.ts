// The privacy page lists every key under which the source stores something in the browser: the compiler knows no others.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storedKeys } from '../../browser/stored-keys';
import { cacheNames } from './privacy-page';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .filter((file) => !/^(testing|features\/privacy)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

const keys: readonly string[] = Object.values(storedKeys).flat();

test('every key that the privacy page lists is used', () => {
  const others = sources.filter(({ file }) => file !== 'browser/stored-keys.ts');
  const isUsed = (key: string) => {
    const start = key.replace(/…$/, '');
    return others.some(({ text }) => text.includes(`'${key}'`) || text.includes(`\`${start}$`));
  };
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('no other file uses storage of the browser', () => {
  const storage =
    /\b(localStorage|sessionStorage|indexedDB|caches\.\w|document\.cookie|cookieStore)/;
  const users = sources.filter(({ text }) => storage.test(text)).map(({ file }) => file);
  // Their keys have the type of listed ones; the worker caches pages of the site.
  expect(users.sort()).toEqual([
    'browser/indexed-store.ts',
    'browser/stored-value.ts',
    'features/timer/first-paint.ts',
    'identity/browser-id.ts',
    'identity/newcomer.ts',
    'loading/typed-keys.ts',
    'ringing/tabs.ts',
    'service-worker/snapshot.ts',
    'settings/theme-choice.ts',
  ]);
});

test('the caches of the service worker are listed', () => {
  const { text } = sources.find(({ file }) => file === 'service-worker/snapshot.ts') ?? {
    text: '',
  };
  expect(cacheNames).toEqual([`${/const prefix = '([^']+)'/.exec(text)?.[1] ?? ''}:…`]);
});

test('a key that is read without its type is listed, too', () => {
  const read = sources.flatMap(({ text }) => [
    ...text.matchAll(/\b(?:local|session)Storage\.\w+\(\s*['"`]([^'"`]*)['"`]/g),
  ]);
  const named = read.map(([, key = '']) => key).filter((key) => key !== '');
  expect(named).not.toEqual([]);
  for (const key of named) expect(keys).toContain(key);
});

test('every key has a version, except for values that will always be a single word', () => {
  const unversioned = keys.filter((key) => !/:v\d+$/.test(key) && !key.endsWith(':…'));
  expect(unversioned.toSorted()).toEqual(['browser-id', 'theme']);
});
