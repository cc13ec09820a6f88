// Durations in words and digits: pure functions of a length and the reader's language.
import type { IntlShape } from 'react-intl';
import type { MessageId } from './messages';
import { minuteMs } from '../model/time-of-day';

/** `7 h 32 min` after `in`, rounded up to the minute, so that the last minute is shown as 1 min. */
export function durationText(intl: IntlShape, milliseconds: number): string {
  const total = Math.max(1, Math.ceil(milliseconds / minuteMs));
  const days = Math.floor(total / 1440);
  const hours = Math.floor((total % 1440) / 60);
  const minutes = total % 60;
  if (days > 0) return unbroken(intl.formatMessage({ id: 'duration.days' }, { days, hours }));
  if (hours > 0) return unbroken(intl.formatMessage({ id: 'duration.hours' }, { hours, minutes }));
  return unbroken(intl.formatMessage({ id: 'duration.minutes' }, { minutes }));
}

/** `1 h 30 min`, `10 min`, `45 s`: a length that stands alone, without its zero parts. */
export function lengthText(intl: IntlShape, totalSeconds: number): string {
  return partsText(intl, totalSeconds, [
    'duration.aloneHours',
    'duration.aloneMinutes',
    'duration.aloneSeconds',
  ]);
}

/** `2 days 22 h`, `7 h 32 min`: a wait that stands alone, rounded up to the minute; of a day and more without minutes. */
export function waitText(intl: IntlShape, milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / minuteMs));
  const days = Math.floor(minutes / 1440);
  if (days === 0) return lengthText(intl, minutes * 60);
  const parts = [
    unbroken(intl.formatMessage({ id: 'duration.aloneDays' }, { value: days })),
    lengthText(intl, Math.floor((minutes % 1440) / 60) * 3600),
  ];
  return parts.filter((part) => part !== '').join(unitJoint(intl));
}

/** A length as part of a phrase, such as `of 10 min` or `2 h ahead`: in some languages its words change there. */
export function lengthInPhrase(intl: IntlShape, totalSeconds: number): string {
  return partsText(intl, totalSeconds, [
    'duration.partHours',
    'duration.partMinutes',
    'duration.partSeconds',
  ]);
}

function partsText(
  intl: IntlShape,
  totalSeconds: number,
  [hours, minutes, seconds]: readonly [MessageId, MessageId, MessageId],
): string {
  const parts = [
    [hours, Math.floor(totalSeconds / 3600)],
    [minutes, Math.floor((totalSeconds % 3600) / 60)],
    [seconds, totalSeconds % 60],
  ] as const;
  return unbroken(
    parts
      .filter(([, value]) => value > 0)
      .map(([id, value]) => intl.formatMessage({ id }, { value }))
      .join(unitJoint(intl)),
  );
}

/** Replaces spaces by no-break spaces, so that no line ends between a number and its unit. */
function unbroken(text: string): string {
  return text.replaceAll(/(\d) /g, '$1\u00a0');
}

/** The separator of two units: as in the language's lists, but without a comma. */
export function unitJoint(intl: IntlShape): string {
  const pair = intl.formatListToParts(['', ''], { type: 'unit', style: 'narrow' });
  const joint = pair.find(({ type }) => type === 'literal')?.value ?? '';
  return joint.includes(',') ? ' ' : joint;
}

/** `00:02:41`: hours, minutes and seconds of a countdown. */
export function countdownText(totalSeconds: number): string {
  return [
    Math.floor(totalSeconds / 3600),
    Math.floor((totalSeconds % 3600) / 60),
    totalSeconds % 60,
  ]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** `2:41`, `1:02:41`: the same without hours if there are none, and without a leading zero. */
export function shortCountdownText(totalSeconds: number): string {
  return countdownText(totalSeconds).replace(/^(?:00:)?0?/, '');
}
