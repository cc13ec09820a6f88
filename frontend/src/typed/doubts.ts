// What makes a line ask although its time is read: a word that makes a limit of the time, `before 8`, and letters that touch
// it and were not read, `entre 15 e 16h`. Pure.
import type { TextSlots } from './slots';
import { afterSpace, isInPhrase, type Span } from './text';

/** In a span that is left, beside what was understood. */
export function doubtsIn(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
  return [
    ...limitsIn(own, span, parts),
    ...touchingIn(own, span, parts),
    ...ordinalsIn(own, span, parts),
  ];
}

/** At the end of what stands in front of a time or a day. */
function limitsIn(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
  const { typed, vocabulary } = own;
  if (!parts.some(({ start }) => afterSpace(typed.text, span.end) === start)) return [];
  const found: Span[] = [];
  for (let start = span.start; start < span.end; start++) {
    if (isInPhrase(typed, start)) continue;
    if (own.words(vocabulary.limits, start).some(({ end }) => end === span.end))
      found.push({ start, end: span.end });
  }
  return found;
}

/** Letters directly behind the digits of a time. */
function touchingIn(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
  const { text, classes } = own.typed;
  const isTouching =
    classes[span.start] === 'letter' &&
    classes[span.start - 1] === 'digit' &&
    parts.some(({ end }) => end === span.start);
  if (!isTouching) return [];
  const [word = ''] = /^[\p{L}\p{M}]+/u.exec(text.slice(span.start, span.end)) ?? [];
  return [{ start: span.start, end: span.start + word.length }];
}

/** `sunday 29th`, `25'i çarşamba`: the number of a day beside another part. */
function ordinalsIn(
  { typed, vocabulary }: TextSlots,
  span: Span,
  parts: readonly Span[],
): readonly Span[] {
  const { text } = typed;
  const isOrdinal = (ordinal: string) => vocabulary.ordinals.includes(ordinal);
  const left = text.slice(span.start, span.end);
  const found: Span[] = [];
  const [first = '', behind = ''] = /^\d{1,2}(['-]?\p{L}+)(?!\p{L})/u.exec(left) ?? [];
  if (isOrdinal(behind) && parts.some(({ end }) => afterSpace(text, end) === span.start))
    found.push({ start: span.start, end: span.start + first.length });
  const [last = '', before = ''] = /(?<!\d)\d{1,2}(['-]\p{L}+)$/u.exec(left) ?? [];
  if (isOrdinal(before) && parts.some(({ start }) => afterSpace(text, span.end) === start))
    found.push({ start: span.end - last.length, end: span.end });
  return found;
}
