// The visitor's choice of the first day of the week.
import { storedChoice, useStoredValue } from '../browser/stored-value';

/** `auto` is the usual day in the visitor's country. */
export const weekStarts = ['auto', 'mon', 'sat', 'sun'] as const;
export type WeekStart = (typeof weekStarts)[number];

export const weekStart = storedChoice('week-start:v1', weekStarts, 'auto');

export function useWeekStart(): WeekStart {
  return useStoredValue(weekStart, 'auto');
}
