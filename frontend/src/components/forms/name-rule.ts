// The form of names that visitors give to runs, laps and cities. Pure.
export const longestName = 60;

/** A name on one line, trimmed and cut to its maximum. */
export function trimmedName(name: string): string {
  const characters = Array.from(name.replaceAll(/\s+/g, ' ').trim());
  return characters.slice(0, longestName).join('').trimEnd();
}
