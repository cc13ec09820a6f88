// Estimates the width of a label, to choose the largest type that fits.

const wideScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}！-～]/u;
const wide = 1;
const narrow = 0.56;
/** A longer label is broken into lines of about this width. */
const lineEms = 10;
/** Lines are not filled to their end. */
const ragged = 1.15;

/** The width of a label's longest line in ems: a Han character is one, a letter about half of one. */
export function widthInEms(label: string): number {
  const ems = Array.from(label).reduce(
    (sum, sign) => sum + (wideScripts.test(sign) ? wide : narrow),
    0,
  );
  const lines = Math.max(1, Math.ceil(ems / lineEms));
  return Math.max(1, lines > 1 ? (ems / lines) * ragged : ems, longestWordInEms(label));
}

/** The width of a label's longest word in ems. Words are not broken, except in scripts that break anywhere. */
export function longestWordInEms(label: string): number {
  const words = label.split(/[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u);
  return Math.max(1, ...words.map((word) => Array.from(word).length * narrow));
}
