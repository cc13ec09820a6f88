// The visitor's choice of a 12- or 24-hour clock, for the whole site.
import { storedValue, useStoredValue } from '../browser/stored-value';

/** `auto` is as each page has it: 24 hours, but for am and pm on the page of analog clocks and in dates of the language. */
export const hourChoices = ['auto', 'h24', 'h12'] as const;
export type HourChoice = (typeof hourChoices)[number];

export const hourChoice = storedValue<HourChoice>(
  'hours:v1',
  'auto',
  (stored) => hourChoices.find((choice) => choice === stored) ?? null,
);

export function useHourChoice(): HourChoice {
  return useStoredValue(hourChoice, 'auto');
}
