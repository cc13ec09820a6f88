// Texts as a search compares them.

/** Letters that people confuse besides those with a mark: similar letters, and Persian ones. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ı: 'i',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
  // The candrabindu of Hindi, instead of which the anusvara is often written.
  '\u0901': '\u0902',
};

/** Marks on Latin, Greek and Cyrillic letters; hamza, vowels and tatweel of Arabic; the nukta of Hindi. */
const marks = /[\u0300-\u036f]|[\u064b-\u0655]|\u0640|\u093c/g;

/** Normalised for comparison: without case, marks and points, and with one kind of kana. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(/[.'‘’ʻʼ]/g, '')
    .replaceAll(/[-‐・]/g, ' ')
    .replaceAll(/[æœøłđßıىیةک]|\u0901/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}
