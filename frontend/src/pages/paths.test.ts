// Paths with and without a language.
import { expect, test } from 'vitest';
import { languageOfPath, localisedPath, withoutLanguage } from './paths';

test.each([
  ['/', 'ja', '/'],
  ['/', 'en', '/en'],
  ['/en', 'ja', '/'],
  ['/timer', 'ja', '/timer'],
  ['/timer', 'en', '/timer/en'],
  ['/timer/en', 'en', '/timer/en'],
  ['/timer/en', 'ja', '/timer'],
] as const)('%s in %s is %s', (path, language, expected) => {
  expect(localisedPath(path, language)).toBe(expected);
});

test.each([
  ['/', 'ja'],
  ['/en', 'en'],
  ['/alarm', 'ja'],
  ['/alarm/en', 'en'],
  ['/alarm/xx', 'ja'],
] as const)('%s is in %s', (path, expected) => {
  expect(languageOfPath(path)).toBe(expected);
});

test('only a language at the end is removed', () => {
  expect(withoutLanguage('/alarm/xx')).toBe('/alarm/xx');
  expect(withoutLanguage('/en/alarm')).toBe('/en/alarm');
});
