// Misspelled words for times are found, and words that only look like one are not.
import { expect, test } from 'vitest';
import { isMisspelled, spelledWords } from './misspelled';

const known = spelledWords([
  'tomorrow',
  'wednesday',
  'night',
  'march',
  'monday',
  'demain',
  'завтра',
  'الصباح',
]);

test.each([
  ['tommorow', true],
  ['tomorow', true],
  ['wendesday', true],
  ['demian', true],
  ['завтро', true],
  ['nihgt', true],
  ['tomorrow', false],
  ['light', false],
  ['match', false],
  ['mon', false],
  ['sunday', false],
  ['المصباح', false],
])('"%s": %s', (word, expected) => {
  expect(isMisspelled(word, known)).toBe(expected);
});
