// The visitor's choice of a 12- or 24-hour clock.
import { siteSettings, usualSiteSettings, type HourChoice } from '../browser/site-settings';
import { useStoredValue } from '../browser/stored-value';

export function useHourChoice(): HourChoice {
  return useStoredValue(siteSettings, usualSiteSettings).hours;
}

export type HourOptions = Pick<Intl.DateTimeFormatOptions, 'hourCycle'>;

/** For dates with a time that the language writes: its own hours, unless the visitor has chosen. */
export function useHourOptions(): HourOptions {
  const hours = useHourChoice();
  if (hours === 'auto') return {};
  return { hourCycle: hours === 'h12' ? 'h12' : 'h23' };
}
