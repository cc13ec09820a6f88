// The visitor's choice of the first day of the week.
import { storedValue, useStoredValue } from '../browser/stored-value';

/** `auto` is the usual day in the visitor's country. */
export const weekStarts = ['auto', 'mon', 'sat', 'sun'] as const;
export type WeekStart = (typeof weekStarts)[number];

export const weekStart = storedValue<WeekStart>(
  'week-start:v1',
  'auto',
  (stored) => weekStarts.find((start) => start === stored) ?? null,
);

export function useWeekStart(): WeekStart {
  return useStoredValue(weekStart, 'auto');
}
