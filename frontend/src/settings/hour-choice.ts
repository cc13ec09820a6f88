// The visitor's choice of a 12- or 24-hour clock, for the whole site.
import { storedChoice, useStoredValue } from '../browser/stored-value';

/**
 * `auto` is the default of each page: 24 hours, except for am and pm on the page of analog clocks and in the language's
 * dates.
 */
export const hourChoices = ['auto', 'h24', 'h12'] as const;
export type HourChoice = (typeof hourChoices)[number];

export const hourChoice = storedChoice('hours:v1', hourChoices, 'auto');

export function useHourChoice(): HourChoice {
  return useStoredValue(hourChoice, 'auto');
}
