// The day on which the visitor has chosen to begin weeks.
import { storedValue, useStoredValue } from '../browser/stored-value';

/** `auto` is as in the visitor's country. */
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
