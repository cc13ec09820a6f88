// Lengths in a text: `1 h 30 min`, `half an hour`, `5-7 min`. Pure.
import type { Found } from './phrase';
import { afterSpace, isBehindHyphen, isInWord } from './text';
import type { Length, SlotSource } from './values';

/** Lengths whose units are smaller than another one: `1 h 30 min`, `1h30`, `1 h 30`, `half an hour`, `5-7 min`. */
export function lengthsIn(slots: SlotSource, position: number, last: number): Found<Length>[] {
  const found: Found<Length>[] = [];
  for (const { end, value } of [...lengthParts(slots, position), ...ranges(slots, position)]) {
    if (value.unit >= last) continue;
    found.push({ end, value });
    for (const rest of withoutUnit(slots, { end, value })) found.push(rest);
    for (const next of afterJoints(slots, end)) {
      for (const rest of lengthsIn(slots, next, value.unit)) {
        found.push(plus({ end, value }, rest.value.seconds[0] ?? 0, rest.end));
      }
    }
    for (const next of afterLess(slots, end)) {
      for (const { end: to, value: less } of lengthsIn(slots, next, value.unit)) {
        const seconds = less.seconds[0] ?? 0;
        if (value.seconds.every((one) => one > seconds))
          found.push(plus({ end, value }, -seconds, to));
      }
    }
  }
  return found;
}

/** What follows a unit without one of its own: `1h30`, `1 h 30`, `an hour and fifteen`. */
function withoutUnit(slots: SlotSource, length: Found<Length>): Found<Length>[] {
  const { text } = slots.typed;
  const { end, value } = length;
  if (value.unit === 1 || value.unit > 3600) return [];
  const sum = (count: number, to: number) => plus(length, (count * value.unit) / 60, to);
  const touching = /^\d{1,2}(?!\d)/.exec(text.slice(end))?.[0];
  if (touching !== undefined) {
    const count = { end: end + touching.length, value: Number(touching) };
    return count.value < 60
      ? [count, ...withShortUnit(slots, count)].map((one) => sum(one.value, one.end))
      : [];
  }
  return afterJoints(slots, end)
    .flatMap((next) => [
      ...slots.digits(/\d\d(?!\d|[.,:/]\d)/y, next),
      // Arabic `دقيقتين تلاتة`: two or three.
      ...slots.at('mw', next).filter(({ value: n }) => n > 4 || next > afterSpace(text, end)),
    ])
    .filter(
      ({ end: to, value: count }) =>
        count < 60 &&
        !isInWord(slots.typed, to) &&
        // A name may begin with a number, `1 h 24 eggs`, but hardly with one of these or with `05`.
        (to === text.length ||
          text[to - 2] === '0' ||
          (count >= 10 && count % (value.unit === 60 ? 15 : 5) === 0)),
    )
    .flatMap((found) => [found, ...withShortUnit(slots, found)])
    .map(({ end: to, value: count }) => {
      const found = sum(count, to);
      const isOpen = to < text.length || slots.typed.classes[to - 1] !== 'digit';
      return { ...found, value: { ...found.value, isOpen } };
    });
}

/** Russian `2 ч 15 м`: a letter that is no unit by itself. */
function withShortUnit(slots: SlotSource, { end, value }: Found<number>): Found<number>[] {
  const { minutesBehindHours = '' } = slots.vocabulary.words;
  const unit = afterSpace(slots.typed.text, end);
  const last = unit + minutesBehindHours.length;
  const isUnit =
    minutesBehindHours !== '' &&
    slots.typed.text.startsWith(minutesBehindHours, unit) &&
    !isInWord(slots.typed, last);
  return isUnit ? [{ end: slots.typed.text[last] === '.' ? last + 1 : last, value }] : [];
}

function lengthParts(slots: SlotSource, position: number): Found<Length>[] {
  if (isBehindHyphen(slots.typed, position)) return [];
  const parts: Found<Length>[] = slots
    .words(slots.vocabulary.wholeLengths, position)
    .map(({ end, value }) => ({ end, value: { seconds: [value.seconds], unit: value.unit } }));
  for (const count of slots.at('n', position)) {
    if (isInWord(slots.typed, count.end)) continue;
    for (const unit of slots.at('unit', afterSpace(slots.typed.text, count.end))) {
      parts.push({
        end: unit.end,
        value: { seconds: [count.value * unit.value], unit: unit.value },
      });
    }
  }
  return parts.flatMap((part) => [part, ...withFractions(slots, part)]);
}

/** `1 hour and a half`. */
function withFractions(slots: SlotSource, part: Found<Length>): Found<Length>[] {
  const found: Found<Length>[] = [];
  if (isInWord(slots.typed, part.end)) return found;
  const next = afterSpace(slots.typed.text, part.end);
  slots.matches(slots.vocabulary.andParts, next, (end, _, fraction) => {
    found.push(plus(part, part.value.unit * fraction, end));
  });
  return found;
}

/** Two readings, as nobody knows which of them is meant. */
function ranges(slots: SlotSource, position: number): Found<Length>[] {
  return slots.at('n0', position).flatMap((low) =>
    slots.afterRangeMarks(low.end).flatMap((next) =>
      slots.at('n0', next).flatMap((high) =>
        // French `bus 42 à 7h` is none.
        (high.value > low.value
          ? slots.at('unit', afterSpace(slots.typed.text, high.end))
          : []
        ).map((unit) => ({
          end: unit.end,
          value: {
            seconds: [high.value * unit.value, low.value * unit.value],
            unit: unit.value,
          },
        })),
      ),
    ),
  );
}

/** Where the next unit of a length may begin. */
function afterJoints(slots: SlotSource, position: number): readonly number[] {
  const { text } = slots.typed;
  if (isInWord(slots.typed, position)) return [];
  const start = afterSpace(text, position);
  const joints = slots.words(slots.vocabulary.and, start).map(({ end }) => afterSpace(text, end));
  return [start, ...(text[start] === ',' ? [afterSpace(text, start + 1)] : []), ...joints];
}

/** `2 hours less 10 minutes`. */
function afterLess(slots: SlotSource, position: number): readonly number[] {
  const { text } = slots.typed;
  if (isInWord(slots.typed, position)) return [];
  return slots
    .words(slots.vocabulary.less, afterSpace(text, position))
    .filter(({ end }) => text[end] === ' ')
    .map(({ end }) => afterSpace(text, end));
}

function plus({ value }: Found<Length>, seconds: number, end: number): Found<Length> {
  return { end, value: { ...value, seconds: value.seconds.map((one) => one + seconds) } };
}
