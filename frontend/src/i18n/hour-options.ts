// The visitor's choice of 12 or 24 hours, for dates with a time that `Intl` formats.
import { useIntl } from 'react-intl';
import { halfDayCycle } from './clock-time';
import { useHourChoice } from '../settings/hour-choice';

export type HourOptions = Pick<Intl.DateTimeFormatOptions, 'hourCycle'>;

/** Options of `Intl.DateTimeFormat`: the language's own hours, unless the visitor has chosen. */
export function useHourOptions(): HourOptions {
  const { locale } = useIntl();
  const hours = useHourChoice();
  if (hours === 'auto') return {};
  return { hourCycle: hours === 'h12' ? halfDayCycle(locale) : 'h23' };
}
