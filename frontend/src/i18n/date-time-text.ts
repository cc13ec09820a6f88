// A date with a time of day as a text, on the clock that the visitor has chosen.
import { type IntlShape, useIntl } from 'react-intl';
import { halfDayCycle } from './clock-time';
import { useHourChoice } from '../settings/hour-choice';

/**
 * `November 23, 2026 at 9:09 PM`. Always with a colon, as on the site's clocks; Indonesian would have a point. Hindi has
 * no word for “o’clock” after am or pm.
 */
export function dateTimeText(
  intl: IntlShape,
  instant: string | number,
  dateStyle: 'medium' | 'long',
  hours: HourOptions,
): string {
  const parts = intl.formatDateToParts(instant, { dateStyle, timeStyle: 'short', ...hours });
  return parts
    .map(({ type, value }, index) => {
      if (type !== 'literal') return value;
      const next = parts[index + 1]?.type;
      if (next === 'minute') return ':';
      return next === undefined && parts[index - 1]?.type === 'dayPeriod' ? '' : value;
    })
    .join('');
}

export type HourOptions = Pick<Intl.DateTimeFormatOptions, 'hourCycle'>;

/** Options of `Intl.DateTimeFormat`: the language's own hours, unless the visitor has chosen. */
export function useHourOptions(): HourOptions {
  const { locale } = useIntl();
  const hours = useHourChoice();
  if (hours === 'auto') return {};
  return { hourCycle: hours === 'h12' ? halfDayCycle(locale) : 'h23' };
}
