// The visitor's hours, for dates with a time that `Intl` writes.
import { useIntl } from 'react-intl';
import { halfDayCycle } from './clock-time';
import { useHourChoice } from './hour-choice';

export type HourOptions = Pick<Intl.DateTimeFormatOptions, 'hourCycle'>;

/** For dates with a time that the language writes: its own hours, unless the visitor has chosen. */
export function useHourOptions(): HourOptions {
  const { locale } = useIntl();
  const hours = useHourChoice();
  if (hours === 'auto') return {};
  return { hourCycle: hours === 'h12' ? halfDayCycle(locale) : 'h23' };
}
