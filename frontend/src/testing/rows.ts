// Alarms, timers and an account as the server sends them, for tests to vary.
import type { Alarm, Timer, User } from '../model/types';

const browserId = '0d5b7e0a-5a3c-4c55-9d2f-3a9d6f1f2c11';

/** A daily alarm at 07:00 in Tokyo that rings next on 21 November 2026. */
export function anAlarm(changes: Partial<Alarm> = {}): Alarm {
  return {
    id: 1,
    browserId,
    time: '07:00',
    enabled: 1,
    repeat: 'daily',
    days: null,
    date: null,
    rule: null,
    from: null,
    daysOff: 'silent',
    sound: 'default',
    snoozeInterval: 5,
    label: null,
    timezone: 'Asia/Tokyo',
    nextTrigger: '2026-11-20T22:00:00Z',
    snoozedUntil: null,
    skipped: null,
    pausedUntil: null,
    createdAt: '2026-11-19T10:00:00Z',
    ...changes,
  };
}

/** A timer of three minutes that ends when that alarm rings. */
export function aTimer(changes: Partial<Timer> = {}): Timer {
  return {
    id: 1,
    browserId,
    hours: 0,
    minutes: 3,
    seconds: 0,
    totalSeconds: 180,
    enabled: 1,
    sound: 'default',
    label: null,
    createdAt: '2026-11-19T10:00:00Z',
    endsAt: '2026-11-20T22:00:00Z',
    remainingMs: 180_000,
    runSeconds: 180,
    steps: null,
    rounds: null,
    step: null,
    ...changes,
  };
}

/** An account with its own browser id. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    id: 1,
    uuid: '7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b',
    username: 'Hana',
    lastVisited: '2026-11-21T04:00:00Z',
    ...changes,
  };
}
