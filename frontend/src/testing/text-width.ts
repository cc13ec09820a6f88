// An estimate of a text's width in characters, of which wide ones count twice.

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

export function textWidth(text: string): number {
  const signs = Array.from(new Intl.Segmenter().segment(text));
  return signs.reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}
