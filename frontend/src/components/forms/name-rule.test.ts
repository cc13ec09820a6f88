// Names that are typed or read from files: one line, limited in length.
import { expect, test } from 'vitest';
import { longestName, trimmedName } from './name-rule';

test('a long name is cut between characters, never within one', () => {
  const long = '🏊'.repeat(longestName + 1);
  expect(trimmedName(long)).toBe('🏊'.repeat(longestName));
  expect(trimmedName(` ${'a'.repeat(longestName - 1)}🏊🏊`)).toBe(
    `${'a'.repeat(longestName - 1)}🏊`,
  );
});
