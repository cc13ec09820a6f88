// The presets: the default ones, or the visitor's own list, stored in this browser.
import { useMemo } from 'react';
import type { TimerStep } from '../../model/types';
import { storedValue, useStoredValue } from '../../browser/stored-value';
import { moved } from '../../model/moved';
import { seedOfLength, type TimerSeed } from './timer-seed';

/** More would take too much space above the timers. */
export const mostPresets = 12;

/** The default presets in minutes. */
export const presetMinutes = [1, 3, 5, 10, 15, 30] as const;

const defaultPresets: readonly TimerSeed[] = presetMinutes.map((minutes) =>
  seedOfLength(minutes * 60),
);

/** Null if the list was never changed. */
const stored = storedValue<readonly TimerSeed[] | null>('timer-presets:v1', null, (value) =>
  Array.isArray(value) ? value.filter(isSeed).slice(0, mostPresets) : null,
);

interface Presets {
  readonly presets: readonly TimerSeed[];
  /** Whether they differ from the default ones. */
  readonly areOwn: boolean;
}

/** The presets, updated in all tabs; the default ones in prerendered pages. */
export function usePresets(): Presets {
  const own = useStoredValue(stored, null);
  return useMemo(() => ({ presets: own ?? defaultPresets, areOwn: own !== null }), [own]);
}

/** Whether the visitor has presets of their own. */
export function areOwnPresets(): boolean {
  return stored.read() !== null;
}

/** Adds a preset at the end if there is room; an existing one keeps its position. */
export function addPreset(seed: TimerSeed): void {
  const presets = present();
  const isThere = presets.some((one) => presetKey(one) === presetKey(seed));
  if (!isThere && presets.length < mostPresets) stored.write([...presets, seed]);
}

export function removePreset(at: number): void {
  stored.write(present().filter((_, index) => index !== at));
}

export function movePreset(from: number, to: number): void {
  stored.write(moved(present(), from, to));
}

export function restorePresets(): void {
  stored.clear();
}

/** Identifies a preset: no two of them make the same timer. */
export function presetKey({ label, totalSeconds, steps, rounds }: TimerSeed): string {
  return JSON.stringify([label, totalSeconds, steps, rounds]);
}

function present(): readonly TimerSeed[] {
  return stored.read() ?? defaultPresets;
}

function isSeed(value: unknown): value is TimerSeed {
  if (typeof value !== 'object' || value === null) return false;
  const { label, totalSeconds, steps, rounds } = value as Partial<Record<string, unknown>>;
  const isPlan = steps === null ? rounds === null : isSteps(steps) && typeof rounds === 'number';
  return isLabel(label) && typeof totalSeconds === 'number' && totalSeconds > 0 && isPlan;
}

function isSteps(value: unknown): value is readonly TimerStep[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((step: unknown) => {
      if (typeof step !== 'object' || step === null) return false;
      const { seconds, label } = step as Partial<Record<string, unknown>>;
      return typeof seconds === 'number' && isLabel(label);
    })
  );
}

function isLabel(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
