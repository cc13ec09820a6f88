// What makes a line ask although its time is read: a word that makes a limit of the time, `before 8`, letters that touch it
// and were not read, `entre 15 e 16h`, and another number that is joined to it, `8 or 9`. Pure.
import type { Edges } from './edges';
import type { TextSlots } from './slots';
import { afterMarks, afterSpace, isBehindDigit, isInPhrase, type Span } from './text';

/** In a span that is left, beside what was understood. */
export function doubtsIn(
  own: TextSlots,
  edges: Edges,
  span: Span,
  parts: readonly Span[],
): readonly Span[] {
  return [
    ...numberBehind(own, span, parts),
    ...numberBefore(own, edges, span, parts),
    ...limitsIn(own, span, parts),
    ...touchingIn(own, span, parts),
    ...ordinalsIn(own, span, parts),
    ...numbersIn(own, span, parts),
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

/** `бз десяти девять`: another number in words before a time in words. */
function numbersIn(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
  const { text } = own.typed;
  const isSpoken = parts.some(
    ({ start, end }) =>
      afterSpace(text, span.end) === start &&
      own.words(own.vocabulary.hours, start).some((hour) => hour.end <= end),
  );
  const [word = ''] =
    /(?<=^| )[\p{Script=Latin}\p{Script=Cyrillic}]+$/u.exec(text.slice(span.start, span.end)) ?? [];
  const start = span.end - word.length;
  const isNumber = own.words(own.vocabulary.numbers, start).some(({ end }) => end === span.end);
  return isSpoken && isNumber ? [{ start, end: span.end }] : [];
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

/** `10 to 12`: another number is joined to a time. */
function numberBehind(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
  const { text } = own.typed;
  if (!parts.some((part) => afterMarks(text, part.end) === span.start)) return [];
  for (const joint of jointsAt(own, span.start)) {
    const start = afterMarks(text, joint);
    const [number] = own.at('n0', start);
    if (number !== undefined && number.end <= span.end) return [{ start, end: number.end }];
  }
  return [];
}

/** `8 or 9 min`, `8 no 9 min`; and what an Arabic `and` joins to a time without a space. */
function numberBefore(
  own: TextSlots,
  edges: Edges,
  span: Span,
  parts: readonly Span[],
): readonly Span[] {
  const { text, classes } = own.typed;
  const next = parts.find(
    ({ start }) => start >= span.end && /^[ ,;.…-]*$/.test(text.slice(span.end, start)),
  );
  if (next === undefined) return [];
  for (let at = span.start + 1; at < span.end; at++) {
    if (!areJoints(own, at, span.end)) continue;
    const before = edges.trimmed({ start: span.start, end: at });
    const word = {
      ...before,
      start: Math.max(before.start, text.lastIndexOf(' ', before.end - 1) + 1),
    };
    const isNumber = classes[before.end - 1] === 'digit' || own.isNumberInWords(word);
    const isAttached = next.start === span.end && before.end < at;
    if (isNumber || isAttached) return [word];
  }
  return [];
}

/** `no`, `no,`, `no, sorry` up to a time. */
function areJoints(own: TextSlots, start: number, last: number): boolean {
  return jointsAt(own, start).some((end) => {
    const next = afterMarks(own.typed.text, end);
    return next >= last || areJoints(own, next, last);
  });
}

/** Where words that may stand between two numbers end: `and`, `or`, `to` and the like. */
function jointsAt(own: TextSlots, position: number): readonly number[] {
  const { typed, vocabulary } = own;
  if (isInPhrase(typed, position) || isBehindDigit(typed, position)) return [];
  const { or, and, to } = vocabulary;
  return [or, and, to].flatMap((table) => own.words(table, position)).map(({ end }) => end);
}
