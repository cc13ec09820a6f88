// Alarms that are created and changed while the server cannot be reached.
import { synchronisedNow } from '../time/synchronised-time';
import { shownRow } from './lists';
import { keepChange, keepDeletion, keepNew, type Row } from './outbox';
import { withNextRing } from './outbox-merge';
import type { Alarm, AlarmDraft } from './types';

/** The server's defaults for a new alarm. */
const usual = {
  enabled: 1,
  sound: 'default',
  snoozeInterval: 5,
  label: null,
  timezone: 'UTC',
  days: null,
  date: null,
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
  const row = shownRow('alarms', id);
  return keepChange(
    'alarms',
    row,
    withNextRing(row, changes, synchronisedNow()),
  ) as unknown as Alarm;
}

export function keepAlarmDeletion(id: number): void {
  keepDeletion('alarms', shownRow('alarms', id));
}
