// What the visitor has chosen for the whole site: a 12- or 24-hour clock, the first day of the week, and keys of one
// character that do something anywhere on a page, unless they are meant for something else.
import { storedChoice, useStoredValue, storedValue } from '../browser/stored-value';

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

/** `auto` is the usual day in the visitor's country. */
export const weekStarts = ['auto', 'mon', 'sat', 'sun'] as const;
export type WeekStart = (typeof weekStarts)[number];

export const weekStart = storedChoice('week-start:v1', weekStarts, 'auto');

export function useWeekStart(): WeekStart {
  return useStoredValue(weekStart, 'auto');
}

/** Such keys can interfere with speech input, so they can be switched off. Its name is from when only one page had any. */
export const singleKeysInUse = storedValue('stopwatch-keys:v1', true, (stored) =>
  typeof stored === 'boolean' ? stored : null,
);
