// The timers that are one tap away: the usual ones, or a list of the visitor's own, kept in this browser.
import { useMemo } from 'react';
import type { TimerStep } from '../../api/types';
import { storedValue, useStoredValue } from '../../browser/stored-value';
import { moved } from '../../components/lists/moved';
import { seedOfLength, type TimerSeed } from './timer-seed';
import { presetMinutes } from './timer-words';

/** More would be in the way of the timers. */
export const mostPresets = 12;

const usual: readonly TimerSeed[] = presetMinutes.map((minutes) => seedOfLength(minutes * 60));

/** Null as long as nobody has changed the list. */
const stored = storedValue<readonly TimerSeed[] | null>('timer-presets:v1', null, (value) =>
  Array.isArray(value) ? value.filter(isSeed).slice(0, mostPresets) : null,
);

interface Presets {
  readonly presets: readonly TimerSeed[];
  /** Whether they are other than the usual ones. */
  readonly areOwn: boolean;
}

/** The presets, alive in all tabs; the usual ones in prerendered pages. */
export function usePresets(): Presets {
  const own = useStoredValue(stored, null);
  return useMemo(() => ({ presets: own ?? usual, areOwn: own !== null }), [own]);
}

/** Whether there are presets but the usual, whatever is rendered. */
export function areOwnPresets(): boolean {
  return stored.read() !== null;
}

/** Adds one at the end, where there is room; one that is there already stays where it is. */
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

/** Goes back to the usual ones. */
export function restorePresets(): void {
  stored.clear();
}

/** Tells presets apart: no two of them make the same timer. */
export function presetKey({ label, totalSeconds, steps, rounds }: TimerSeed): string {
  return JSON.stringify([label, totalSeconds, steps, rounds]);
}

function present(): readonly TimerSeed[] {
  return stored.read() ?? usual;
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
