// Describes each item in the preview of a file.
import { useIntl, type IntlShape } from 'react-intl';
import { loadedCities } from '../../i18n/cities';
import { lengthText } from '../../i18n/duration-text';
import {
  dateTimeText,
  dayRangeText,
  shortDateText,
  useHourOptions,
  type HourOptions,
} from '../../i18n/date-text';
import { ruleText } from '../../i18n/rule-text';
import { skipText } from '../../i18n/skip-text';
import { stopwatchText } from '../../i18n/stopwatch-text';
import { isoDay } from '../../i18n/time-text';
import { useVisitorClock, type VisitorClock } from '../../i18n/visitor-clock';
import { useWeekStart, type WeekStart } from '../../settings/week-start';
import { zoneId, zoneName } from '../../i18n/zone-name';
import { dayMs } from '../../model/time-of-day';
import { zoneOffset } from '../../time/zone-offset';
import { visitorZone } from '../../time/visitor-zone';
import type { MyCity } from '../../api/my-cities';
import type { DayRange } from '../../model/days-off';
import type { SavedRun } from '../../stopwatch/saved-run';
import type { MessageId } from '../../i18n/messages';
import { nextTriggerIgnoring } from '../../rings/next-trigger';
import type { Doubt, FoundAlarm, FoundTimer } from './contents';
import type { Offer } from './preview';

/** Joined with commas in every language, because some join units without any sign. */
export const inOneLine = { type: 'conjunction', style: 'narrow' } as const;

interface OfferText {
  readonly name: string;
  readonly facts: readonly string[];
}

/** Describes an item in the reader's language, with the visitor's clock and first day of the week. */
export function useOfferText(now: number): (offer: Offer) => OfferText {
  const intl = useIntl();
  const clock = useVisitorClock();
  const hours = useHourOptions();
  const weekStart = useWeekStart();
  return (offer) => {
    switch (offer.kind) {
      case 'alarms':
        return alarmText(intl, offer.found, now, clock, weekStart, hours);
      case 'timers':
        return timerText(intl, offer.found);
      case 'daysOff':
        return rangeText(intl, offer.found, now);
      case 'cities':
        return cityText(intl, offer.found, now);
      case 'runs':
        return runText(intl, offer.found, hours);
    }
  };
}

const doubts = {
  zone: 'restore.doubtZone',
  declined: 'restore.declined',
  more: 'restore.moreDates',
} as const satisfies Record<Doubt, MessageId>;

function alarmText(
  intl: IntlShape,
  { draft, skipped, doubt, dates }: FoundAlarm,
  now: number,
  clock: VisitorClock,
  weekStart: WeekStart,
  hours: HourOptions,
): OfferText {
  const { label, timezone } = draft;
  const time = clock.textOf(draft.time);
  const facts = [ruleText(intl, draft, now, weekStart)];
  const next = nextTriggerIgnoring(draft, now);
  if (next !== null && isOtherTimeHere(draft, next)) {
    const here = dateTimeText(intl, next, 'medium', hours);
    facts.push(zoneName(timezone, intl.locale, now));
    facts.push(intl.formatMessage({ id: 'restore.yourTime' }, { time: here }));
  }
  if (draft.pausedUntil) {
    const day = shortDateText(intl, draft.pausedUntil, isoDay(now, timezone));
    facts.push(intl.formatMessage({ id: 'restore.startsOn' }, { day }));
  }
  if (dates !== undefined && doubt !== 'more') {
    facts.push(intl.formatMessage({ id: 'restore.ofSeries' }));
  }
  if (doubt) facts.push(intl.formatMessage({ id: doubts[doubt] }, { count: dates ?? 1 }));
  if (skipped !== null) facts.push(skipText(intl, clock, skipped, timezone));
  return { name: label === null ? time : `${time} ${label}`, facts };
}

/** Whether the visitor's clock shows another time at the ring, or at one in the other half of the year. */
function isOtherTimeHere({ timezone, repeat }: FoundAlarm['draft'], next: number): boolean {
  const rings = repeat === 'once' ? [next] : [next, next + 182 * dayMs];
  return rings.some((ring) => zoneOffset(ring, timezone) !== zoneOffset(ring, visitorZone()));
}

function timerText(intl: IntlShape, timer: FoundTimer): OfferText {
  const length = lengthText(intl, timer.totalSeconds);
  const named = timer.steps?.flatMap((step) => step.label ?? []) ?? [];
  const steps = named.length > 0 ? [intl.formatList(named, inOneLine)] : [];
  if (timer.label === null) return { name: length, facts: steps };
  return { name: timer.label, facts: [length, ...steps] };
}

function rangeText(intl: IntlShape, range: DayRange, now: number): OfferText {
  const days = dayRangeText(intl, range, isoDay(now, visitorZone()));
  return range.label === '' ? { name: days, facts: [] } : { name: range.label, facts: [days] };
}

function cityText(intl: IntlShape, { key, name }: MyCity, now: number): OfferText {
  const city = loadedCities(intl.locale).find(({ id }) => id === key);
  const own = city?.name ?? (key.includes('/') ? zoneName(key, intl.locale, now) : zoneId(key));
  return name === '' || name === own ? { name: own, facts: [] } : { name, facts: [own] };
}

function runText(
  intl: IntlShape,
  { elapsed, name, savedAt, lapTotals }: SavedRun,
  hours: HourOptions,
): OfferText {
  const day = dateTimeText(intl, savedAt, 'medium', hours);
  const laps = intl.formatMessage({ id: 'stopwatch.runLaps' }, { count: lapTotals.length });
  const time = stopwatchText(elapsed);
  return { name: name === '' ? time : `${time} ${name}`, facts: [day, laps] };
}
