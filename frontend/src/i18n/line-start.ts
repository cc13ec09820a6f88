// Words of `Intl` that open a line.

/** With a capital, which languages like Spanish write in no weekday, month or zone but at the beginning. */
export function lineStart(text: string, language: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
}
