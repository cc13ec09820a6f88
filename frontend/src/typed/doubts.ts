// What makes a line ask although its time is read: a word that makes a limit of the time, `before 8`, and letters that touch
// it and were not read, `entre 15 e 16h`. Pure.
import type { When, Which } from './candidates';
import type { TextSlots } from './slots';
import { afterMarks, afterSpace, isInPhrase, typedIn, type Span } from './text';
import { isCountedNoun } from './vocabulary';

/** In a span that is left, beside what was understood. */
export function doubtsIn(
  own: TextSlots,
  span: Span,
  parts: readonly (When | Which)[],
  isTimer: boolean,
): readonly Span[] {
  return [
    ...(isTimer ? [] : limitsBehind(own, span, parts)),
    ...touchingIn(own, span, parts),
    ...ordinalsIn(own, span, parts),
    ...numbersIn(own, span, parts),
    ...nthIn(own, span, parts),
    ...spansIn(own, span, parts),
    ...timesIn(own, span, parts),
    ...endsIn(own, span, parts),
    ...untilBehind(own, span, parts),
    ...countsIn(own, span, parts),
    ...minutesIn(own, span, parts),
    ...othersIn(own, span, parts),
    ...saintsIn(own, span, parts),
  ];
}

/** Alone as hours they are in the night. */
const mostCounted = 4;

/** `tomorrow 2 pills`, French `8h 10 pompes`: a number before a noun that it may count. */
function countsIn(own: TextSlots, span: Span, parts: readonly (When | Which)[]): readonly Span[] {
  const { typed, vocabulary } = own;
  const when = parts.find(
    (part) => part.kind === 'time' && afterSpace(typed.text, part.end) === span.start,
  );
  const [noun = ''] = /^[\p{L}\p{M}]+/u.exec(typed.text.slice(span.start, span.end)) ?? [];
  if (when?.kind !== 'time' || noun.length < 2 || typed.text[when.end] !== ' ') return [];
  const written = typed.text.slice(when.start, when.end);
  const isBehindHour = /\p{L} [1-9]\d$/u.test(written) && !/ (?:15|30|45)$/.test(written);
  const isAlone = when.isNumber && /^[1-9]\d?$/.test(written);
  const isSmall = isAlone && Number(written) <= mostCounted;
  const isNear = isAlone || isBehindHour;
  if (!isNear || vocabulary.notTimes.has(noun)) return [];
  const isCounted = (isBehindHour || parts.length > 1) && isCountedNoun(vocabulary, noun);
  const start = when.end - (/\d+$/.exec(written)?.[0].length ?? 0);
  return isSmall || isCounted ? [{ start, end: span.start + noun.length }] : [];
}

/** French `18 heures 5 match`: behind an hour, before a noun that it hardly counts, a small number may be minutes. */
function minutesIn(own: TextSlots, span: Span, parts: readonly (When | Which)[]): readonly Span[] {
  const { typed, vocabulary } = own;
  const when = parts.find(
    ({ kind, end }) => kind === 'time' && afterSpace(typed.text, end) === span.start,
  );
  const [, unit] =
    when === undefined ? [] : (/\d ?(\p{L}+)$/u.exec(typed.text.slice(0, when.end)) ?? []);
  const [both = '', noun = ''] =
    /^[1-9] ([\p{L}\p{M}]{2,})/u.exec(typed.text.slice(span.start, span.end)) ?? [];
  if (when === undefined || unit === undefined || both === '') return [];
  const isBehindUnit = own.at('unit', when.end - unit.length).some(({ end }) => end === when.end);
  const isCounted = vocabulary.countedEndings.length === 0 || isCountedNoun(vocabulary, noun);
  return isBehindUnit && !isCounted ? [{ start: span.start, end: span.start + both.length }] : [];
}

/** `rice 20 min and peas 12`: a number at the end that may be another length. */
function othersIn(own: TextSlots, span: Span, parts: readonly (When | Which)[]): readonly Span[] {
  const { typed, vocabulary } = own;
  const isBehind = parts.some(
    ({ kind, end }) => kind === 'length' && afterMarks(typed.text, end) === span.start,
  );
  const isJoined =
    /[,;+]/.test(typed.text.slice(0, span.start).trimEnd().slice(-1)) ||
    own
      .words(vocabulary.and, span.start)
      .some(({ end }) => end < span.end && !isInPhrase(typed, end));
  const [number = ''] = /(?<= )\d{1,3}$/.exec(typed.text.slice(span.start, span.end)) ?? [];
  return isBehind && isJoined && number !== ''
    ? [{ start: span.end - number.length, end: span.end }]
    : [];
}

/** `every day until Christmas`, 卒業まで毎朝: a repetition has no end. */
function endsIn(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
  if (!parts.some((one) => 'kind' in one && one.kind === 'rhythm')) return [];
  const { classes, text } = own.typed;
  const { until, untilAfter } = own.vocabulary;
  const places = Array.from({ length: span.end - span.start }, (_, index) => span.start + index);
  const before = places
    .filter((start) => classes[start] !== 'cjk' && !isInPhrase(own.typed, start))
    .flatMap((start) =>
      own
        .words(until, start)
        .filter(({ end }) => end < span.end && !isInPhrase(own.typed, end))
        .map(({ end }) => ({ start, end })),
    );
  // 卒業まで毎朝.
  const isBeforeRhythm = parts.some(
    (one) => 'kind' in one && one.kind === 'rhythm' && one.start === afterSpace(text, span.end),
  );
  const behind = isBeforeRhythm
    ? places.filter((start) => own.words(untilAfter, start).some(({ end }) => end === span.end))
    : [];
  return [...before, ...behind.map((start) => ({ start, end: span.end }))];
}

/** 10時まで起きてる: an alarm at the end of something is not what was said. */
function untilBehind(
  own: TextSlots,
  span: Span,
  parts: readonly (When | Which)[],
): readonly Span[] {
  const isBehind = parts.some(({ kind, end }) => kind === 'time' && end === span.start);
  return !isBehind || own.typed.classes[span.start] !== 'cjk'
    ? []
    : own
        .words(own.vocabulary.untilAfter, span.start)
        .filter(({ end }) => end < span.end)
        .map(({ end }) => ({ start: span.start, end }));
}

/** At the end of what stands in front of a time or a day, also of a name: 誕生日の. */
export function limitsIn(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
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

/** `20 min before sunrise`: no while from now. */
function limitsBehind(own: TextSlots, span: Span, parts: readonly (When | Which)[]) {
  const { typed, vocabulary } = own;
  const isBehind = parts.some(
    ({ kind, end }) => kind === 'length' && afterSpace(typed.text, end) === span.start,
  );
  return own
    .words(vocabulary.limits, span.start)
    .filter(({ end }) => isBehind && end < span.end && !isInPhrase(typed, end))
    .map(({ end }) => ({ start: span.start, end }));
}

/** Spanish `en Domingo Savio`: a day with a capital letter in the middle of a text, before another one. */
function saintsIn(own: TextSlots, span: Span, parts: readonly (When | Which)[]): readonly Span[] {
  const { typed, vocabulary } = own;
  if (!vocabulary.areDaysLower) return [];
  const isCapital = (at: number) =>
    /^\p{Lu}\p{Ll}/u.test(typedIn(typed, { start: at, end: at + 2 }));
  return parts.filter(
    (part) =>
      part.kind === 'day' &&
      part.weekday !== null &&
      part.start > 0 &&
      afterSpace(typed.text, part.end) === span.start &&
      isCapital(typed.text.slice(0, part.end).lastIndexOf(' ') + 1) &&
      isCapital(span.start) &&
      isCapital(part.start),
  );
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

/** Letters directly behind the digits of a time, and of no time directly before them: `25h10`. */
function touchingIn(own: TextSlots, span: Span, parts: readonly Span[]): readonly Span[] {
  const { text, classes } = own.typed;
  const [before = ''] =
    /\d+[\p{Script=Latin}\p{Script=Cyrillic}]+$/u.exec(text.slice(span.start, span.end)) ?? [];
  if (
    before !== '' &&
    classes[span.end] === 'digit' &&
    parts.some(({ start }) => start === span.end)
  )
    return [{ start: span.end - before.length, end: span.end }];
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
  // `24th and 31st`, `1st & 15th`.
  for (const { 0: both, 1: one = '', 2: other = '', index } of left.matchAll(
    /(?<!\d)\d{1,2}(\p{L}+)(?: \p{L}+ |,? ?&? ?)\d{1,2}(\p{L}+)/gu,
  )) {
    if (isOrdinal(one) && isOrdinal(other))
      found.push({ start: span.start + index, end: span.start + index + both.length });
  }
  return found;
}

/** `first Monday`, without a month: it says more than a day. */
function nthIn(own: TextSlots, span: Span, parts: readonly (When | Which)[]): readonly Span[] {
  const { typed, vocabulary } = own;
  const isDay = (part: When | Which) =>
    (part.kind === 'day' && part.weekday !== null) ||
    (part.kind === 'rhythm' && part.days.length > 0);
  if (!parts.some((part) => isDay(part) && afterSpace(typed.text, span.end) === part.start))
    return [];
  const start = typed.text.lastIndexOf(' ', span.end - 1) + 1;
  const isNth =
    start >= span.start &&
    // `Team 2 Montag` has a number.
    typed.classes[start] === 'letter' &&
    own.words(vocabulary.nth, start).some(({ end }) => end === span.end);
  return isNth ? [{ start, end: span.end }] : [];
}

/** Spans of hours hardly begin earlier. */
const earliest = 6;

/** French `boulot 9 à 17h`, where `à` is also `at`; `salle 9 à 17h` has its number. */
function spansIn(own: TextSlots, span: Span, parts: readonly (When | Which)[]): readonly Span[] {
  const { typed, vocabulary } = own;
  const [written = ''] = /(?<![\p{L}\d])\d{1,2}$/u.exec(typed.text.slice(0, span.end)) ?? [];
  const start = span.end - written.length;
  if (written === '' || start < span.start) return [];
  const isOtherEnd = (part: When | Which) =>
    part.kind === 'time' &&
    part.start === afterSpace(typed.text, span.end) &&
    part.clock.hour > Number(written) &&
    Number(written) >= earliest &&
    own.words(vocabulary.to, part.start).length > 0;
  if (!parts.some(isOtherEnd)) return [];
  const before = typed.text.slice(0, start).trimEnd();
  const noun = before.slice(before.lastIndexOf(' ') + 1);
  const isNumbered = vocabulary.numbered.has(noun);
  return isNumbered ? [] : [{ start, end: span.end }];
}

/** `2 x 45 sec`, `45 sec x 2`: more than one length. */
function timesIn(
  { typed }: TextSlots,
  span: Span,
  parts: readonly (When | Which)[],
): readonly Span[] {
  const left = typed.text.slice(span.start, span.end);
  const lengths = parts.filter(({ kind }) => kind === 'length');
  const before = /(?<![\p{L}\d])\d+ ?[x×х]$/u.exec(left);
  const isBefore = lengths.some(({ start }) => afterSpace(typed.text, span.end) === start);
  if (before !== null && isBefore) return [{ start: span.start + before.index, end: span.end }];
  const [behind] = /^[x×х*] ?\d+(?![\p{L}\d])/u.exec(left) ?? [];
  const isBehind = lengths.some(({ end }) => afterSpace(typed.text, end) === span.start);
  return behind !== undefined && isBehind
    ? [{ start: span.start, end: span.start + behind.length }]
    : [];
}
