// Alarms that were due while nobody could hear them: listed until they are dismissed, the same in every tab.
import { useMemo } from 'react';
import { useStoredValue } from '../browser/stored-value';
import { browserId } from '../identity/browser-id';
import { ownedValue, useOwner } from '../identity/owned-values';

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
interface OwnMissedAlarm extends MissedAlarm {
  readonly browserId: string;
}

const none: readonly OwnMissedAlarm[] = [];
const stored = ownedValue<readonly OwnMissedAlarm[]>(
  'missed-alarms:v1',
  none,
  (value) =>
    Array.isArray(value)
      ? // Older pages have stored those of the present id, without it.
        value.filter(isMissed).map((one) => ({ browserId: browserId(), ...one }))
      : null,
  { onRenew: 'carry', onLeave: 'drop' },
);

/** Adds missed alarms, the newest first, without duplicates. */
export function recordMissedAlarms(missed: readonly MissedAlarm[]): void {
  const known = stored.read();
  const own = browserId();
  const news = missed
    .filter(({ key }) => !known.some((one) => one.key === key && one.browserId === own))
    .map((one) => ({ ...one, browserId: own }));
  if (news.length === 0) return;
  const all = [...known, ...news].sort((one, other) => other.dueAt - one.dueAt);
  stored.write(all.slice(0, keptAtMost));
}

interface MissedAlarms {
  readonly missed: readonly MissedAlarm[];
  readonly dismiss: (key: string) => void;
}

/** The missed alarms not dismissed yet, the newest first. */
export function useMissedAlarms(): MissedAlarms {
  const all = useStoredValue(stored, none);
  const own = useOwner();
  const missed = useMemo(() => all.filter((one) => one.browserId === own), [all, own]);
  return { missed, dismiss };
}

function dismiss(key: string): void {
  const own = browserId();
  stored.write(stored.read().filter((one) => one.key !== key || one.browserId !== own));
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
