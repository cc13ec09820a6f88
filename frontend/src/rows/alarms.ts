// Alarms of this browser: the list, and all edits of it. An edit is stored and shown at once, and sent then.
import { request } from '../api/client';
import { synchronisedNow } from '../time/synchronised-time';
import { randomUuid } from '../identity/browser-id';
import { daysOff, nextTriggerHere } from '../offline/days-off';
import { knownRow } from './lists';
import { listPaths, saveRow } from './store';
import { presentId, enqueueChange, enqueueDeletion, enqueueNew } from '../offline/outbox';
import { isAway } from '../api/problem-error';
import { alarmDeletions } from '../rings/pending-deletions';
import type {
  Schemas,
  Alarm,
  AlarmDraft,
  AlarmRule,
  Enabled,
  Instant,
  Fields,
  Row,
} from '../model/types';
import { unskippedAfter, withNextRing } from '../offline/outbox-merge';
import { sendEdit } from '../offline/outbox-send';

export async function createAlarm(draft: AlarmDraft): Promise<Alarm> {
  const now = synchronisedNow();
  const row = { ...alarmDefaults, ...draft, createdAt: new Date(now).toISOString() };
  const whole = { ...row, ...withNextRing({ ...row, id: 0 }, draft, now) };
  return asAlarm(await sendEdit('alarms', enqueueNew('alarms', randomUuid(), whole, now)));
}

export function updateAlarm(id: number, changes: Partial<AlarmDraft>): Promise<Alarm> {
  alarmDeletions.cancel(id);
  return changeAlarm(id, (row) => withNextRing(row, changes, synchronisedNow()));
}

/**
 * Switches an alarm on or off, whatever its present state. An alarm with a date is switched on for its next occurrence
 * without the date, because the server refuses a date in the past.
 */
export function switchAlarm(
  id: number,
  enabled: Enabled,
  { withoutDate = false }: { readonly withoutDate?: boolean } = {},
): Promise<Alarm> {
  return updateAlarm(id, withoutDate ? { enabled, date: null } : { enabled });
}

/** Snoozes an alarm: it rings again its snooze interval from now. Fails if the server cannot be reached. */
export async function snoozeAlarm(id: number): Promise<Alarm> {
  const path = `${listPaths.alarms}/${String(presentId(id))}/snooze`;
  const alarm = await request<Alarm>('POST', path);
  saveRow('alarms', alarm);
  return alarm;
}

/** Skips the next ring. A snoozed alarm's snooze ends, and a one-time alarm is then off. */
export function skipNextRing(id: number): Promise<Alarm> {
  return changeAlarm(id, (row) => {
    const alarm = asAlarm(row);
    const { nextTrigger, skipped, snoozedUntil, repeat } = alarm;
    const isSnoozed = snoozedUntil !== null;
    const isSkipped = !isSnoozed && (skipped !== null || repeat === 'once');
    if (nextTrigger === null || isSkipped) return null;
    const at = Date.parse(nextTrigger);
    const futureSkip = skipped !== null && Date.parse(skipped) > at ? skipped : null;
    const next = unskippedAfter({ ...alarm, skipped: futureSkip }, at);
    return {
      enabled: next === null ? 0 : 1,
      nextTrigger: next === null ? null : new Date(next).toISOString(),
      snoozedUntil: null,
      skipped: futureSkip ?? nextTrigger,
    };
  });
}

/** Undoes a skip. An alarm that was snoozed since rings after its snooze first. */
export function takeBackSkip(id: number): Promise<Alarm> {
  return changeAlarm(id, (row) => {
    const alarm = asAlarm(row);
    const { skipped } = alarm;
    if (skipped === null) return null;
    if (alarm.snoozedUntil !== null) return { skipped: null };
    const at = Date.parse(skipped);
    // The skipped ring may have been the end of a snooze.
    const snoozedUntil = nextTriggerHere(alarm, at - 1) === at ? null : skipped;
    return { enabled: 1, nextTrigger: skipped, snoozedUntil, skipped: null };
  });
}

/** Deletes an alarm; it leaves the list at once. */
export async function deleteAlarm(id: number): Promise<void> {
  const row = await knownRow('alarms', id);
  enqueueDeletion('alarms', row);
  await sendEdit('alarms', row);
}

/** Stores and sends changes of an alarm; null if there are none. */
async function changeAlarm(id: number, change: (row: Row) => Fields | null): Promise<Alarm> {
  const row = await knownRow('alarms', id);
  const changes = change(row);
  if (changes === null) return asAlarm(row);
  return asAlarm(await sendEdit('alarms', enqueueChange('alarms', row, changes)));
}

/** When an alarm with this rule would first ring; computed by this page if the server cannot be reached. */
export async function previewAlarm(rule: AlarmRule): Promise<Instant | null> {
  const { time, repeat, timezone, days, date, pausedUntil } = rule;
  const query = new URLSearchParams({ time, repeat, timezone });
  if (days) query.set('days', days.join());
  if (date) query.set('date', date);
  if (rule.rule) query.set('rule', rule.rule);
  if (rule.from) query.set('from', rule.from);
  if (pausedUntil) query.set('pausedUntil', pausedUntil);
  try {
    const answer = await request<Schemas['Preview']>(
      'GET',
      `${listPaths.alarms}/preview?${query.toString()}`,
    );
    // The preview knows no days off.
    return daysOff().length === 0 ? answer.nextTrigger : computed(rule);
  } catch (failure) {
    if (!isAway(failure)) throw failure;
    return computed(rule);
  }
}

function computed(rule: AlarmRule): Instant | null {
  const next = nextTriggerHere(rule, synchronisedNow());
  return next === null ? null : new Date(next).toISOString();
}

function asAlarm(row: Row): Alarm {
  return row as unknown as Alarm;
}

/** What a new alarm consists of; the rest belongs to the server. */
export type NewAlarm = Omit<Alarm, 'id' | 'browserId' | 'clientKey' | 'createdAt' | 'nextTrigger'>;

/** The server's defaults for a new alarm. */
export const alarmDefaults: Omit<NewAlarm, 'time' | 'repeat'> = {
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
  snoozedUntil: null,
  skipped: null,
};
