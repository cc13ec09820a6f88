// When people work, are awake, or asleep by the clock of their zone, which hours of a day suit everybody, and a call in
// several cities as a text and as an alarm.
import { useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { dayMs, minuteMs } from '../../../model/time-of-day';
import { instantOf, zoneOffset, isoDay, minuteText } from '../../../time/zone-offset';
import type { LocalDay } from '../daylight';
import { useToasts } from '../../../components/dialogs/toasts';
import { labelLimit } from '../../../components/forms/label-rule';
import { writeFailureText, createdText, rowCreated } from '../../../components/forms/save-result';
import { timeOfDayText } from '../../../i18n/clock-time';
import { cardDateText } from '../../../i18n/date-text';
import { createAlarm } from '../../../rows/alarms';
import { ringSettings } from '../../../sound/ring-settings';
import { daysAhead } from '../day-difference';
import type { Place } from '../places';

export type HourKind = 'night' | 'awake' | 'work';

interface KindOfHours extends LocalDay {
  readonly kind: HourKind;
}

/** The same hours on every day and for everybody: weekends and holidays differ by country. */
const kinds: readonly (readonly [fromHour: number, kind: HourKind])[] = [
  [0, 'night'],
  [7, 'awake'],
  [9, 'work'],
  [17, 'awake'],
  [22, 'night'],
];

/** The kinds of hours in a zone during somebody's day, which has other dates and hours there. */
export function hoursIn({ from, until }: LocalDay, zone: string): readonly KindOfHours[] {
  const starts = datesIn(from - dayMs, until, zone).flatMap((midnight) =>
    kinds.map(([hour, kind]) => ({ kind, at: instantOf(midnight + hour * 60 * minuteMs, zone) })),
  );
  const parts: KindOfHours[] = [];
  for (const [index, { kind, at }] of starts.entries()) {
    const part = {
      kind,
      from: Math.max(from, at),
      until: Math.min(until, starts[index + 1]?.at ?? until),
    };
    const last = parts.at(-1);
    if (part.until <= part.from) continue;
    if (last?.kind === kind) parts[parts.length - 1] = { ...last, until: part.until };
    else parts.push(part);
  }
  return parts;
}

/** The midnights in a zone within somebody's day, where its date changes. */
export function dateChangesIn({ from, until }: LocalDay, zone: string): readonly number[] {
  // A date that is left out begins with the next one.
  const starts = new Set(datesIn(from, until, zone).map((midnight) => instantOf(midnight, zone)));
  return [...starts].filter((at) => at > from && at < until);
}

export function kindAt(instant: number, zone: string): HourKind {
  const hours = hoursIn({ from: instant, until: instant + minuteMs }, zone);
  return hours[0]?.kind ?? 'night';
}

interface SharedHours {
  readonly kind: Exclude<HourKind, 'night'>;
  readonly ranges: readonly LocalDay[];
}

/** The hours of a day in which all work, or else in which nobody sleeps; null if there are none. */
export function sharedHours(day: LocalDay, zones: readonly string[]): SharedHours | null {
  const all = zones.map((zone) => hoursIn(day, zone));
  for (const kind of ['work', 'awake'] as const) {
    const suits = (one: KindOfHours) =>
      one.kind !== 'night' && (kind === 'awake' || one.kind === 'work');
    const ranges = all.reduce<readonly LocalDay[]>(
      (shared, hours) => intersection(shared, joined(hours.filter(suits))),
      [day],
    );
    if (ranges.length > 0) return { kind, ranges };
  }
  return null;
}

/** The midnights of the dates that a zone has between two instants, as if they were UTC. */
function datesIn(from: number, until: number, zone: string): readonly number[] {
  const first = Math.floor((from + zoneOffset(from, zone)) / dayMs);
  const last = Math.floor((until + zoneOffset(until, zone)) / dayMs);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * dayMs);
}

function joined(ranges: readonly LocalDay[]): readonly LocalDay[] {
  const wholes: LocalDay[] = [];
  for (const { from, until } of ranges) {
    const last = wholes.at(-1);
    if (last?.until === from) wholes[wholes.length - 1] = { from: last.from, until };
    else wholes.push({ from, until });
  }
  return wholes;
}

function intersection(some: readonly LocalDay[], others: readonly LocalDay[]): readonly LocalDay[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({
        from: Math.max(one.from, other.from),
        until: Math.min(one.until, other.until),
      }))
      .filter(({ from, until }) => until > from),
  );
}

/** `15:00 Tokyo / 7:00 Berlin / 1:00 New York`; the date of the first city, and that of others whose day is another. */
export function callTimes(
  intl: IntlShape,
  places: readonly Place[],
  instant: number,
  hour12: boolean,
): string {
  const [first] = places;
  const firstOffset = first === undefined ? 0 : zoneOffset(instant, first.zone);
  return places
    .map((place) => {
      const offset = zoneOffset(instant, place.zone);
      const time = timeOfDayText(intl, instant, offset, hour12);
      const hasDate = place === first || daysAhead(instant, offset, firstOffset) !== 0;
      const date = hasDate ? ` (${cardDateText(intl, instant, offset)})` : '';
      return `${time} ${place.name}${date}`;
    })
    .join(' / ');
}

/** Creates an alarm that rings once, named after the times elsewhere as far as they fit. */
export function useCallAlarm() {
  const intl = useIntl();
  const { show, showFailure } = useToasts();
  const [isBusy, setBusy] = useState(false);

  async function create(instant: number, zone: string, times: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await createAlarm({
        time: minuteText(instant, zone),
        repeat: 'once',
        date: isoDay(instant, zone),
        label: Array.from(times).slice(0, labelLimit).join(''),
        sound: ringSettings.read().newSound,
        timezone: zone,
      });
      show({
        title: intl.formatMessage({ id: 'alarm.createdTitle' }),
        text: intl.formatMessage({ id: createdText('alarm.createdText') }),
      });
      rowCreated();
    } catch (failure) {
      showFailure(writeFailureText(intl, failure, 'alarm.errorText'));
    }
    setBusy(false);
  }

  return { isBusy, create };
}
