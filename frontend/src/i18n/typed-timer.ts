// Reads a line that sets a timer: a length, then its name. Pure.
import { afterMarks } from './typed-alarm';
import { typedLength, type LengthWords } from './typed-length';
import { typedFrom, typedText } from './typed-text';

export interface TypedTimer {
  /** Possibly none, or more than a timer may have. */
  readonly seconds: number;
  /** What follows, as it was typed. */
  readonly name: string;
}

/** Null if the text does not begin with a length. */
export function typedTimer(input: string, words: LengthWords): TypedTimer | null {
  const typed = typedText(input);
  const length = typedLength(typed, words);
  if (length === null) return null;
  const name = typedFrom(typed, afterMarks(typed.text, length.end));
  return /^\p{Nd}+$/u.test(name) ? null : { seconds: length.seconds, name };
}
