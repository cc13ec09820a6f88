// Alarms that were due while nobody could hear them: listed until they are dismissed, the same in every tab.
import { storedValue, useStoredValue } from '../browser/stored-value';

export interface MissedAlarm {
  /** Identifies the occurrence: the alarm and its due instant. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  readonly label: string | null;
  /** Whether it rang without an answer; otherwise nothing here could ring. */
  readonly rang: boolean;
}

const keptAtMost = 20;
const none: readonly MissedAlarm[] = [];
const stored = storedValue<readonly MissedAlarm[]>('missed-alarms:v1', none, (value) =>
  Array.isArray(value) ? value.filter(isMissed) : null,
);

/** Adds missed alarms, the newest first, without duplicates. */
export function noteMissedAlarms(missed: readonly MissedAlarm[]): void {
  const known = stored.read();
  const news = missed.filter(({ key }) => !known.some((one) => one.key === key));
  if (news.length === 0) return;
  const all = [...known, ...news].sort((one, other) => other.dueAt - one.dueAt);
  stored.write(all.slice(0, keptAtMost));
}

/** Removes all of them, because the browser id has changed. */
export function forgetMissedAlarms(): void {
  stored.write(none);
}

interface MissedAlarms {
  readonly missed: readonly MissedAlarm[];
  readonly dismiss: (key: string) => void;
}

/** The missed alarms not dismissed yet, the newest first. */
export function useMissedAlarms(): MissedAlarms {
  return { missed: useStoredValue(stored, none), dismiss };
}

function dismiss(key: string): void {
  stored.write(stored.read().filter((one) => one.key !== key));
}

function isMissed(value: unknown): value is MissedAlarm {
  const { key, dueAt, label, rang } = Object(value) as Partial<MissedAlarm>;
  return (
    typeof key === 'string' &&
    typeof dueAt === 'number' &&
    (label === null || typeof label === 'string') &&
    typeof rang === 'boolean'
  );
}
