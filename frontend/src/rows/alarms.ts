// Alarms of this browser: the list, and all writes to it, on the server or until it can be reached.
import useSWR from 'swr';
import { request } from '../api/client';
import { synchronisedNow } from '../time/synchronised-time';
import { randomUuid } from '../identity/browser-id';
import { daysOff, nextTriggerHere } from '../offline/days-off';
import { fetchingDefaults, save, write } from './lists';
import { listPaths } from './store';
import { numberOf, keepChange, keepDeletion, keepNew } from '../offline/outbox';
import { isAway } from '../api/problem-error';
import type { Schemas } from '../model/schemas';
import type { Alarm, AlarmDraft, AlarmRule, Enabled, Instant } from '../model/types';
import { storedRow } from '../offline/unsaved-rows';
import { unskippedAfter, withNextRing, type Row } from '../offline/outbox-merge';

interface AlarmsState {
  /** Undefined until the first answer. */
  readonly alarms: readonly Alarm[] | undefined;
  readonly error: Error | undefined;
}

/** The alarms, ordered by time. */
export function useAlarms(): AlarmsState {
  const { data, error } = useSWR<readonly Alarm[], Error>(listPaths.alarms, fetchingDefaults);
  return { alarms: data, error };
}

export function createAlarm(draft: AlarmDraft): Promise<Alarm> {
  const clientKey = randomUuid();
  return save('alarms', null, {
    send: () => request<Alarm>('POST', listPaths.alarms, { ...draft, clientKey }),
    keep: () => keepAlarm(draft, clientKey),
  });
}

export function updateAlarm(id: number, changes: Partial<AlarmDraft>): Promise<Alarm> {
  return save('alarms', id, {
    send: () => request<Alarm>('PATCH', pathOf(id), changes),
    keep: () => keepAlarmChange(id, changes),
  });
}

/**
 * Switches an alarm on or off, whatever its present state; the switch moves at once. An alarm with a date is switched
 * on for its next occurrence without the date, because the server refuses a date in the past.
 */
export function switchAlarm(
  id: number,
  enabled: Enabled,
  { withoutDate = false }: { readonly withoutDate?: boolean } = {},
): Promise<Alarm> {
  const changes = withoutDate ? { enabled, date: null } : { enabled };
  return save('alarms', id, {
    send: () => request<Alarm>('PATCH', pathOf(id), changes),
    expect: (alarms) => alarms.map((alarm) => (alarm.id === id ? switched(alarm, enabled) : alarm)),
    keep: () => keepAlarmChange(id, changes),
  });
}

/** Snoozes an alarm: it rings again its snooze interval from now. */
export function snoozeAlarm(id: number): Promise<Alarm> {
  return write('alarms', () => request<Alarm>('POST', `${pathOf(id)}/snooze`));
}

export function skipNextRing(id: number): Promise<Alarm> {
  return save('alarms', id, {
    send: () => request<Alarm>('POST', `${pathOf(id)}/skip`),
    keep: () => keepAlarmSkip(id),
  });
}

export function takeBackSkip(id: number): Promise<Alarm> {
  return save('alarms', id, {
    send: () => request<Alarm>('DELETE', `${pathOf(id)}/skip`),
    keep: () => keepAlarmUnskip(id),
  });
}

/** Deletes an alarm; it leaves the list at once. */
export function deleteAlarm(id: number): Promise<void> {
  return save('alarms', id, {
    send: () => request<undefined>('DELETE', pathOf(id)),
    expect: (alarms) => alarms.filter((alarm) => alarm.id !== id),
    keep: () => {
      keepAlarmDeletion(id);
    },
  });
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

/** A switched-off alarm has no next ring; when one that is switched on will ring is for the server to say. */
function switched(alarm: Alarm, enabled: Enabled): Alarm {
  return { ...alarm, enabled, nextTrigger: null, snoozedUntil: null, skipped: null };
}

function pathOf(id: number): string {
  return `${listPaths.alarms}/${String(numberOf(id))}`;
}

/** The server's defaults for a new alarm, which is kept here until it can be reached. */
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

function keepAlarm(draft: AlarmDraft, key: string): Alarm {
  const now = synchronisedNow();
  const row = { ...usual, snoozedUntil: null, createdAt: new Date(now).toISOString(), ...draft };
  const whole = { ...row, ...withNextRing(row as unknown as Row, { ...draft }, now) };
  return keepNew('alarms', key, whole, now) as unknown as Alarm;
}

function keepAlarmChange(id: number, changes: Partial<AlarmDraft>): Alarm {
  const row = storedRow('alarms', id);
  return keepChange(
    'alarms',
    row,
    withNextRing(row, changes, synchronisedNow()),
  ) as unknown as Alarm;
}

/** Skips the next ring. A snoozed alarm's snooze ends, and a one-time alarm is then off. */
function keepAlarmSkip(id: number): Alarm {
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
function keepAlarmUnskip(id: number): Alarm {
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

function keepAlarmDeletion(id: number): void {
  keepDeletion('alarms', storedRow('alarms', id));
}
