// The visitor's choice of a 12- or 24-hour clock.
import { siteSettings, usualSiteSettings, type HourChoice } from '../browser/site-settings';
import { useStoredValue } from '../browser/stored-value';

export function useHourChoice(): HourChoice {
  return useStoredValue(siteSettings, usualSiteSettings).hours;
}
