// Weekdays and dates in a text, alone, in lists and in ranges: `mon-fri`, `24 dec`, `12/24`. Pure.
import { weekdays, type Weekday } from '../model/types';
import type { Found } from './phrase';
import { afterSpace, isInWord } from './text';
import type { SlotSource, TypedDate } from './values';
import type { MonthItem } from './written';

/** `mon-fri`, `Mon, Wed and Fri`, `月水金`: at least two. */
export function dayLists(slots: SlotSource, position: number): Found<readonly Weekday[]>[] {
  const found: Found<readonly Weekday[]>[] = [];
  const visit = (at: number, chosen: readonly Weekday[], isTouching: boolean) => {
    // A week has no more of them.
    if (chosen.length >= weekdays.length) return;
    for (const span of daySpans(slots, at)) {
      if (isTouching && slots.typed.classes[at] !== 'cjk' && span.end - at > 1) continue;
      // Names and letters are not mixed.
      if (chosen.length > 0 && isOfLetter(slots, at) !== isOfLetter(slots, position)) continue;
      const all = [...chosen, ...span.value];
      if (new Set(all).size > 1) found.push({ ...span, value: all, isWeakStart: false });
      for (const next of afterListJoints(slots, span.end)) {
        const isTouched = next === span.end;
        if (!isTouched || mayTouch(slots, at, span.end)) visit(next, all, isTouched);
      }
    }
  };
  visit(position, [], false);
  return found;
}

/** `the first Monday and the 15th`. */
export function monthItemLists(slots: SlotSource, position: number): Found<readonly MonthItem[]>[] {
  return slots.words(slots.vocabulary.monthItems, position).flatMap((item) => [
    { ...item, value: [item.value] },
    ...afterListJoints(slots, item.end)
      .filter((next) => next > item.end)
      .flatMap((next) =>
        monthItemLists(slots, next).map((rest) => ({
          ...rest,
          value: [item.value, ...rest.value],
        })),
      ),
  ]);
}

function daySpans(slots: SlotSource, position: number): Found<readonly Weekday[]>[] {
  const day = (at: number) => listedDay(slots, at);
  return day(position).flatMap((first) => [
    { ...first, value: [first.value] },
    ...slots
      .afterRangeMarks(first.end)
      .filter((next) => isOfLetter(slots, next) === isOfLetter(slots, position))
      .flatMap((next) =>
        day(next).map((last) => ({ ...last, value: daysBetween(first.value, last.value) })),
      ),
  ]);
}

/** Whether a day is one letter: `L-V`, `MWF`. */
function isOfLetter(slots: SlotSource, position: number): boolean {
  const { text, classes } = slots.typed;
  return (
    classes[position] === 'letter' &&
    slots.at('anyDay', position).every(({ end }) => /^.\.?$/.test(text.slice(position, end)))
  );
}

function afterListJoints(slots: SlotSource, position: number): readonly number[] {
  const { text } = slots.typed;
  if (isInWord(slots.typed, position)) return [];
  const start = afterSpace(text, position);
  const marks = /[,/&+・·]/.test(text[start] ?? '') ? [start + 1] : [];
  // Arabic writes `and` together with the next word.
  const words = slots.words(slots.vocabulary.and, start).map(({ end }) => end);
  // `, and`.
  const both = marks.flatMap((end) =>
    slots.words(slots.vocabulary.and, afterSpace(text, end)).map((word) => word.end),
  );
  const ends = [...marks, ...words, ...both].map((end) => afterSpace(text, end));
  const again = ends
    .flatMap((end) => slots.words(slots.vocabulary.each, end))
    .filter(({ end }) => !isInWord(slots.typed, end))
    .map(({ end }) => afterSpace(text, end));
  return [start, ...ends, ...again];
}

/** `24 dec`, `12/24`, `24.12.2026`, `2026-12-24`, `Thu, Dec 24`, `12月24日(木)`. */
export function datesAt(slots: SlotSource, position: number): Found<TypedDate>[] {
  const alone = datesAlone(slots, position);
  const after = weekdayBeforeDate(slots, position);
  return [...alone.flatMap((date) => [date, ...weekdayAfterDate(slots, date)]), ...after];
}

function datesAlone(slots: SlotSource, position: number): Found<TypedDate>[] {
  const found: Found<TypedDate>[] = [...datesInDigits(slots, position)];
  const { classes } = slots.typed;
  // `7h30 sept pages` is no date.
  if (classes[position - 1] === 'letter' && classes[position - 2] === 'digit') return found;
  slots.matches(slots.vocabulary.dates, position, (end, filled) => {
    const value = (name: string) =>
      filled.find(({ slot }) => slot === name)?.value as number | undefined;
    const month = value('month') ?? value('mo');
    const day = value('d');
    if (month === undefined || day === undefined) return;
    found.push({
      end,
      value: { day, month, year: value('year') ?? null, isAmbiguous: false, weekday: null },
    });
  });
  return found;
}

function datesInDigits(slots: SlotSource, position: number): Found<TypedDate>[] {
  const { text, classes } = slots.typed;
  if (classes[position - 1] === 'digit' || /\d[.:/-]$/.test(text.slice(0, position))) return [];
  const rest = text.slice(position, position + 12);
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(rest);
  if (iso !== null) {
    const [all, year, , month, day] = iso;
    return [
      {
        end: position + all.length,
        value: {
          day: Number(day),
          month: Number(month),
          year: Number(year),
          isAmbiguous: false,
          weekday: null,
        },
      },
    ];
  }
  const short =
    /^(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4}|\d\d))?(?!\d)(?![:/]\d)/.exec(rest) ??
    /^(\d{1,2})(-)(\d{1,2})-(20\d\d)(?![\d-])/.exec(rest);
  if (short === null) return [];
  const [all, first, mark, second, year] = short;
  const { order, isForeign } = slots.vocabulary;
  if (isForeign || (mark === '.' && order !== 'day first')) return [];
  // Around the clock.
  if (all === '24/7' && order !== 'day first') return [];
  if (year === undefined && isFraction(slots, all, position + all.length)) return [];
  const [one, other] = [Number(first), Number(second)];
  // `19.40` is a time, also beside a number that could be one: `19.40 flight 402`.
  if (mark === '.' && year === undefined && one < 24 && other > 12 && other < 60) return [];
  const isDayFirst = order === 'day first' ? other <= 12 || one > 12 : one > 12;
  const date = {
    day: isDayFirst ? one : other,
    month: isDayFirst ? other : one,
    year: year === undefined ? null : Number(year.length === 2 ? `20${year}` : year),
    isAmbiguous: order === null && one <= 12 && other <= 12 && one !== other,
    weekday: null,
  };
  const end = position + all.length;
  const isPoint = mark === '.' && year === undefined && text[end] === '.';
  return [{ end: isPoint ? end + 1 : end, value: date }];
}

/** `1/2 tablet`, `3/4 kg`: no date before what it counts. */
function isFraction({ typed, vocabulary }: SlotSource, written: string, end: number): boolean {
  const [, word = ''] = /^ (?:an? )?(\p{L}+)/u.exec(typed.text.slice(end)) ?? [];
  return /^[1-3]\/[2-4]$/.test(written) && (vocabulary.counted.has(word) || measure.test(word));
}

const measure = /^(?:kg|g|km|ml|cl|dl|l)$/;

function weekdayAfterDate(slots: SlotSource, date: Found<TypedDate>): Found<TypedDate>[] {
  const { text } = slots.typed;
  const mark = /^ ?[(,] ?| /.exec(text.slice(date.end))?.[0] ?? '';
  const isOpen = mark.includes('(');
  return slots
    .at('anyDay', date.end + mark.length)
    .filter((day) => isOpen === (text[day.end] === ')'))
    .map((day) => ({
      end: isOpen ? day.end + 1 : day.end,
      value: { ...date.value, weekday: day.value },
      isWeakEnd: day.isWeakEnd === true && !isOpen,
    }));
}

function weekdayBeforeDate(slots: SlotSource, position: number): Found<TypedDate>[] {
  return slots.at('anyDay', position).flatMap((day) => {
    const mark = /^,? ?/.exec(slots.typed.text.slice(day.end))?.[0] ?? '';
    const start = day.end + mark.length;
    // `Freitag, den 4.12.`, `friday the 4th december`.
    const behind = slots
      .at('on', start)
      .filter(({ end }) => !isInWord(slots.typed, end))
      .map(({ end }) => afterSpace(slots.typed.text, end));
    return [start, ...behind]
      .flatMap((from) => datesAlone(slots, from))
      .map((date) => ({ ...date, value: { ...date.value, weekday: day.value } }));
  });
}

/** `月水金`, `周一三五`: in other scripts only single letters touch each other, and 金曜日 is no 金曜 and 日. */
function mayTouch(slots: SlotSource, start: number, end: number): boolean {
  return (
    end - start === 1 || (slots.typed.classes[start] === 'cjk' && isWholeDay(slots, start, end))
  );
}

/** Without an ending, and not a part of a longer name. */
function isWholeDay(slots: SlotSource, position: number, end: number): boolean {
  const { days, shortestDays } = slots.vocabulary;
  const [longest] = [days, shortestDays]
    .flatMap((table) => slots.wordsAt(table, position))
    .map(({ word }) => position + word.length)
    .toSorted((one, other) => other - one);
  return longest === end;
}

/** Of a list. */
function listedDay(slots: SlotSource, position: number): Found<Weekday>[] {
  return slots.at('anyDay', position).flatMap((day) => [
    day,
    ...slots.vocabulary.pluralDays
      // Spanish `a ls 9` has no Mondays.
      .filter(
        (plural) => !isOfLetter(slots, position) && slots.typed.text.startsWith(plural, day.end),
      )
      .map((plural) => ({ ...day, end: day.end + plural.length })),
  ]);
}

export function anyDays(slots: SlotSource, position: number): Found<Weekday>[] {
  const found = [
    ...slots.words(slots.vocabulary.days, position),
    ...slots.words(slots.vocabulary.shortestDays, position),
  ];
  return found.filter(({ end }, at) => found.findIndex((one) => one.end === end) === at);
}

/** From one day to another, over the end of the week if they are in that order. */
function daysBetween(first: Weekday, last: Weekday): readonly Weekday[] {
  const from = weekdays.indexOf(first);
  const count = ((weekdays.indexOf(last) - from + weekdays.length) % weekdays.length) + 1;
  return [...weekdays, ...weekdays].slice(from, from + count);
}
