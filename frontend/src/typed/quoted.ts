// A name in quotation marks, which is hidden while the rest of a text is read. Pure.
import type { FoldedText, Span } from './text';

/** Words in quotation marks are a name. */
export function quotedIn(text: string): Span | null {
  const found = /["“”„«「『]([^"“”„«»「」『』]+)["”“»」』]/.exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}

/** Stands for a name in quotation marks while the rest is read. */
const hidden = '\u{e000}';
export const hiddenName = /["“”„«「『][^"“”„«»「」『』]+["”“»」』]/;

export function without(folded: FoldedText, { start, end }: Span): FoldedText {
  const length = end - start;
  return {
    ...folded,
    text: folded.text.slice(0, start) + hidden.repeat(length) + folded.text.slice(end),
    classes: folded.classes.map((one, at) => (at >= start && at < end ? 'other' : one)),
  };
}
