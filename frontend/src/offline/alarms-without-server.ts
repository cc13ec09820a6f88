// Alarms that are created and changed while the server cannot be reached.
import { synchronisedNow } from '../time/synchronised-time';
import { nextTriggerHere } from './days-off';
import { storedRow } from './unsaved-rows';
import { keepChange, keepDeletion, keepNew, type Row } from './outbox';
import { unskippedAfter, withNextRing } from './outbox-merge';
import type { Alarm, AlarmDraft } from '../model/types';

/** The server's defaults for a new alarm. */
const usual = {
  enabled: 1,
  sound: 'default',
  snoozeInterval: 5,
  label: null,
  timezone: 'UTC',
  days: null,
  date: null,
  rule: null,
  from: null,
  daysOff: 'silent',
  pausedUntil: null,
  skipped: null,
};

export function keepAlarm(draft: AlarmDraft, key: string): Alarm {
  const now = synchronisedNow();
  const row = { ...usual, snoozedUntil: null, createdAt: new Date(now).toISOString(), ...draft };
  const whole = { ...row, ...withNextRing(row as unknown as Row, { ...draft }, now) };
  return keepNew('alarms', key, whole, now) as unknown as Alarm;
}

export function keepAlarmChange(id: number, changes: Partial<AlarmDraft>): Alarm {
  const row = storedRow('alarms', id);
  return keepChange(
    'alarms',
    row,
    withNextRing(row, changes, synchronisedNow()),
  ) as unknown as Alarm;
}

/** Skips the next ring. A snoozed alarm's snooze ends, and a one-time alarm is then off. */
export function keepAlarmSkip(id: number): Alarm {
  const row = storedRow('alarms', id);
  const alarm = row as unknown as Alarm;
  const { nextTrigger, skipped, snoozedUntil, repeat } = alarm;
  const isSnoozed = snoozedUntil !== null;
  if (nextTrigger === null || (!isSnoozed && (skipped !== null || repeat === 'once'))) return alarm;
  const at = Date.parse(nextTrigger);
  const keptSkip = skipped !== null && Date.parse(skipped) > at ? skipped : null;
  const next = unskippedAfter({ ...alarm, skipped: keptSkip }, at);
  return keepRing(row, {
    enabled: next === null ? 0 : 1,
    nextTrigger: next === null ? null : new Date(next).toISOString(),
    snoozedUntil: null,
    skipped: keptSkip ?? nextTrigger,
  });
}

/** Undoes a skip. An alarm that was snoozed since rings after its snooze first. */
export function keepAlarmUnskip(id: number): Alarm {
  const row = storedRow('alarms', id);
  const alarm = row as unknown as Alarm;
  const { skipped } = alarm;
  if (skipped === null) return alarm;
  if (alarm.snoozedUntil !== null) return keepRing(row, { skipped: null });
  const at = Date.parse(skipped);
  // The skipped ring may have been the end of a snooze.
  const snoozedUntil = nextTriggerHere(alarm, at - 1) === at ? null : skipped;
  return keepRing(row, { enabled: 1, nextTrigger: skipped, snoozedUntil, skipped: null });
}

function keepRing(row: Row, changes: Partial<Alarm>): Alarm {
  return keepChange('alarms', row, changes) as unknown as Alarm;
}

export function keepAlarmDeletion(id: number): void {
  keepDeletion('alarms', storedRow('alarms', id));
}
