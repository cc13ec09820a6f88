// Durations in words and digits: pure functions of a length and the reader's language.
import type { IntlShape } from 'react-intl';
import type { MessageId } from './messages';
import { minuteMs } from '../model/time-of-day';

/** The texts of days, hours, minutes and seconds. */
type UnitTexts = readonly [MessageId, MessageId, MessageId, MessageId];

const alone: UnitTexts = [
  'duration.aloneDays',
  'duration.aloneHours',
  'duration.aloneMinutes',
  'duration.aloneSeconds',
];
/** As part of a phrase, such as `in 2 days` or `of 10 min`: in some languages the words change there. */
const inPhrase: UnitTexts = [
  'duration.partDays',
  'duration.partHours',
  'duration.partMinutes',
  'duration.partSeconds',
];

/** `1 h 30 min`, `10 min`, `45 s`: a length that stands alone, without its zero parts. */
export function lengthText(intl: IntlShape, totalSeconds: number): string {
  return unitsText(intl, lengthUnits(totalSeconds), alone);
}

export function lengthInPhrase(intl: IntlShape, totalSeconds: number): string {
  return unitsText(intl, lengthUnits(totalSeconds), inPhrase);
}

/** `2 days 22 h`, `7 h 32 min`: a wait that stands alone. */
export function waitText(intl: IntlShape, milliseconds: number): string {
  return unitsText(intl, waitUnits(milliseconds), alone);
}

export function waitInPhrase(intl: IntlShape, milliseconds: number): string {
  return unitsText(intl, waitUnits(milliseconds), inPhrase);
}

function lengthUnits(totalSeconds: number): readonly number[] {
  return [
    0,
    Math.floor(totalSeconds / 3600),
    Math.floor((totalSeconds % 3600) / 60),
    totalSeconds % 60,
  ];
}

/** Rounded up to the minute, so that the last minute is shown as 1 min; of a day and more without minutes. */
function waitUnits(milliseconds: number): readonly number[] {
  const total = Math.max(1, Math.ceil(milliseconds / minuteMs));
  const days = Math.floor(total / 1440);
  return [days, Math.floor((total % 1440) / 60), days === 0 ? total % 60 : 0, 0];
}

function unitsText(intl: IntlShape, units: readonly number[], texts: UnitTexts): string {
  return unbroken(
    texts
      .map((id, unit) => ({ id, value: units[unit] ?? 0 }))
      .filter(({ value }) => value > 0)
      .map(({ id, value }) => intl.formatMessage({ id }, { value }))
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

interface StopwatchText {
  /** `04:12`, `99:59`, `1:40:00` */
  readonly seconds: string;
  /** `.37` */
  readonly hundredths: string;
}

const mostMinutes = 100;

/** The parts, which are shown in two sizes. */
export function stopwatchParts(milliseconds: number): StopwatchText {
  const hundredths = Math.floor(milliseconds / 10);
  const seconds = Math.floor(hundredths / 100);
  const minutes = Math.floor(seconds / 60);
  const whole =
    minutes < mostMinutes
      ? padded(minutes)
      : `${String(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
  return {
    seconds: `${whole}:${padded(seconds % 60)}`,
    hundredths: `.${padded(hundredths % 100)}`,
  };
}

/** `04:12.37` */
export function stopwatchText(milliseconds: number): string {
  const { seconds, hundredths } = stopwatchParts(milliseconds);
  return seconds + hundredths;
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}
