// Alarms of this browser: the list, and every write to it.
import useSWR from 'swr';

import { request } from './client';
import { fetchingDefaults, listPaths, write } from './lists';
import type { Alarm, AlarmDraft, Enabled, Instant, Repeat } from './types';

export interface AlarmsState {
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
  return write('alarms', () => request<Alarm>('POST', listPaths.alarms, draft));
}

export function updateAlarm(id: number, changes: Partial<AlarmDraft>): Promise<Alarm> {
  return write('alarms', () => request<Alarm>('PATCH', pathOf(id), changes));
}

/** Switches an alarm on or off, whatever it was meanwhile; the switch moves at once. */
export function switchAlarm(id: number, enabled: Enabled): Promise<Alarm> {
  return write<Alarm, Alarm>(
    'alarms',
    () => request<Alarm>('PATCH', pathOf(id), { enabled }),
    (alarms) => alarms.map((alarm) => (alarm.id === id ? switched(alarm, enabled) : alarm)),
  );
}

/** Lets an alarm ring again its snooze interval from now. */
export function snoozeAlarm(id: number): Promise<Alarm> {
  return write('alarms', () => request<Alarm>('POST', `${pathOf(id)}/snooze`));
}

/** Deletes an alarm; it leaves the list at once. */
export function deleteAlarm(id: number): Promise<void> {
  return write<Alarm, undefined>(
    'alarms',
    () => request<undefined>('DELETE', pathOf(id)),
    (alarms) => alarms.filter((alarm) => alarm.id !== id),
  );
}

/** When an alarm like this would ring first. */
export async function previewAlarm(rule: {
  readonly time: string;
  readonly repeat: Repeat;
  readonly timezone: string;
}): Promise<Instant | null> {
  const query = new URLSearchParams(rule);
  const answer = await request<{ nextTrigger: Instant | null }>(
    'GET',
    `${listPaths.alarms}/preview?${query.toString()}`,
  );
  return answer.nextTrigger;
}

/** Switched off it rings no more, which is certain; when it rings once switched on, the server says. */
function switched(alarm: Alarm, enabled: Enabled): Alarm {
  return { ...alarm, enabled, nextTrigger: null, snoozedUntil: null };
}

function pathOf(id: number): string {
  return `${listPaths.alarms}/${String(id)}`;
}
