// Words of `Intl` at the beginning of a line.

/**
 * With a capital letter: languages like Spanish write weekdays, months and zones in lower case except at the beginning.
 */
export function lineStart(text: string, language: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
}
