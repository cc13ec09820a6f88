// Names that are typed or read from files: on one line, and no longer than what keeps them takes.
import { expect, test } from 'vitest';
import { longestName, trimmedName } from './name-input';

test('a name is cut between characters, never within one', () => {
  const long = '🏊'.repeat(longestName + 1);
  expect(trimmedName(long)).toBe('🏊'.repeat(longestName));
  expect(trimmedName(` ${'a'.repeat(longestName - 1)}🏊🏊`)).toBe(
    `${'a'.repeat(longestName - 1)}🏊`,
  );
});
