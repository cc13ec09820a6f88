// Times of day in a text, without their half or part of the day: `7`, `7:30`, `half past 7`, `noon`. Pure.
import type { Found } from './phrase';
import { afterSpace } from './text';
import type { Clock, SlotSource, Slots } from './values';

export function clocksAt(slots: SlotSource, position: number): Found<Clock>[] {
  const found: Found<Clock>[] = numberClocks(slots, position);
  for (const { end, value } of slots.words(slots.vocabulary.moments, position)) {
    found.push({
      end,
      value: {
        hour: Math.floor(value / 60),
        offsets: [value % 60],
        isFixed: true,
        isNumber: false,
        isSpoken: false,
      },
    });
  }
  found.push(...clocksBeforeHalf(slots, position));
  slots.matches(
    slots.vocabulary.clocks,
    position,
    (end, filled, { meaning, isFromHour, isRare }) => {
      const moment = filled.find(({ slot }) => slot === 'moment')?.value as number | undefined;
      const hour =
        moment === undefined
          ? (filled.find(({ slot }) => slot === 'h')?.value as Slots['h'] | undefined)
          : { hour: Math.floor(moment / 60), isWord: false };
      if (hour === undefined) return;
      // French `7 four` is an oven at seven.
      const isMixed = !hour.isWord && filled.some(({ slot }) => slot === 'mw');
      if (isMixed && slots.vocabulary.isForeign) return;
      const minutes = filled.find(({ slot }) => slot !== 'moment' && slot.startsWith('m'))?.value;
      const added = typeof minutes === 'number' ? minutes : 0;
      const offsets =
        meaning === 'before'
          ? [-added]
          : (typeof meaning === 'number' ? [meaning] : meaning).map((offset) => offset + added);
      const past = (moment ?? 0) % 60;
      // `24:30` is half past midnight.
      if (hour.hour === 24 && /[:.]/.test(slots.typed.text.slice(position, end)) && added > 59)
        return;
      const isSpoken = (hour.isWord || !isFromHour) && !isOnlyWritten(slots, position);
      found.push({
        end,
        value: {
          hour: hour.hour,
          offsets: offsets.map((offset) => past + offset),
          isFixed: moment !== undefined,
          isNumber: false,
          isSpoken,
          isRare: isRare && hour.hour <= 12,
        },
      });
    },
  );
  return found.filter(({ end }) => !isPartOfNumber(slots, position, end));
}

/** 八点, 일곱시: in these scripts a number in words is 8 or 7 in another writing, also on a 24-hour clock. */
function isOnlyWritten({ typed }: SlotSource, position: number): boolean {
  return ['cjk', 'hangul'].includes(typed.classes[position] ?? '');
}

/** `9 30 pm`: without its half of the day it would be two numbers. */
function clocksBeforeHalf(slots: SlotSource, position: number): Found<Clock>[] {
  return slots
    .digits(/\d{1,2}(?= )/y, position)
    .filter(({ value }) => value >= 1 && value <= 12)
    .flatMap((hour) =>
      slots
        .at('mm', hour.end + 1)
        .filter(({ end }) => slots.at('half', afterSpace(slots.typed.text, end)).length > 0)
        .map(({ end, value }) => ({
          end,
          value: {
            hour: hour.value,
            offsets: [value],
            isFixed: false,
            isNumber: false,
            isSpoken: false,
          },
        })),
    );
}

/** `7`, `730`, and an hour in words. */
function numberClocks(slots: SlotSource, position: number): Found<Clock>[] {
  const number = { isFixed: false, isNumber: true };
  const bare = slots.numbers(position, 23).map(({ end, value }) => ({
    end,
    value: {
      ...number,
      hour: value,
      offsets: [0],
      isSpoken: slots.typed.classes[position] !== 'digit' && !isOnlyWritten(slots, position),
    },
  }));
  const joined = slots
    .digits(/\d{3,4}(?!\d)/y, position)
    .map(({ end, value }) => ({
      end,
      value: {
        ...number,
        hour: Math.floor(value / 100),
        offsets: [value % 100],
        isSpoken: false,
      },
    }))
    .filter(({ value }) => value.hour < 24 && (value.offsets[0] ?? 0) < 60)
    .filter(({ end }) => !isCounted(slots, end));
  const ofDigits = bare.filter(
    ({ end }) => slots.typed.classes[position] !== 'cjk' || !isCounted(slots, end),
  );
  return [...ofDigits, ...joined];
}

/** Whether a number goes on in a word, without a mark of a time: `101号室`, `三楼`. */
function isCounted({ typed, vocabulary }: SlotSource, end: number): boolean {
  const isEnding = vocabulary.endings.some((ending) => typed.text.startsWith(ending, end));
  return ['cjk', 'hangul'].includes(typed.classes[end] ?? '') && !isEnding;
}

/** Of another number: `7:30:15`, `7,5`, `7-30`; or not yet complete: `7:`. */
function isPartOfNumber(slots: SlotSource, start: number, end: number): boolean {
  const { text } = slots.typed;
  const before = /\d[:.,/'-]$/.test(text.slice(Math.max(0, start - 2), start));
  return (
    before || (/\d$/.test(text.slice(0, end)) && /^(?::|[:.,/'-]\d|[½¼¾⅓⅔])/.test(text.slice(end)))
  );
}
