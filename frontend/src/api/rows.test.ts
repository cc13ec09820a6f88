// What an older page makes of the words of a newer server.
import { beforeEach, expect, test, vi } from 'vitest';
import { anAlarm, aTimer } from '../testing/rows';
import { alarmsOf, announcementOf, timersOf } from './rows';

const scheduledFor = '2026-11-20T22:00:00.000Z';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test('rows are taken as they are, with fields that this page does not know', () => {
  const alarm = { ...anAlarm(), color: 'red' };
  expect(alarmsOf([alarm])).toEqual([alarm]);
  const timer = { ...aTimer({ enabled: 0, endsAt: null }), position: 3 };
  expect(timersOf([timer])).toEqual([timer]);
});

test('an unknown sound is the default one', () => {
  expect(alarmsOf([{ ...anAlarm(), sound: 'gong' }])).toEqual([anAlarm()]);
  expect(timersOf([{ ...aTimer(), sound: 'gong' }])).toEqual([aTimer()]);
});

test.each<[string, unknown]>([
  ['an unknown repeat', { ...anAlarm(), repeat: 'lunar' }],
  ['a state beside on and off', { ...anAlarm(), enabled: 2 }],
  ['an instant that is none', { ...anAlarm(), nextTrigger: 'soon' }],
  ['a rule of days without any', { ...anAlarm(), repeat: 'days', days: null }],
  ['a rule of days that nobody knows', { ...anAlarm(), repeat: 'days', days: ['moonday'] }],
  ['no zone', { ...anAlarm(), timezone: undefined }],
  ['nothing at all', null],
])('a row with %s is left out alone, and the console says so once', (_, row) => {
  const others = [anAlarm({ id: 8 }), anAlarm({ id: 9 })];
  expect(alarmsOf([others[0], row, others[1]])).toEqual(others);
  alarmsOf([row]);
  expect(vi.mocked(console.warn).mock.calls.length).toBeLessThanOrEqual(1);
});

test('an older server says nothing of days, dates, skips and pauses', () => {
  const newer = ['days', 'date', 'skipped', 'pausedUntil'];
  const older = Object.fromEntries(
    Object.entries(anAlarm()).filter(([name]) => !newer.includes(name)),
  );
  expect(alarmsOf([older])).toEqual([anAlarm()]);
});

test('chosen days come Monday first, and only with their rule', () => {
  const days = { ...anAlarm(), repeat: 'days', days: ['sun', 'mon'] };
  expect(alarmsOf([days])).toMatchObject([{ repeat: 'days', days: ['mon', 'sun'] }]);
  expect(alarmsOf([{ ...days, repeat: 'daily' }])).toMatchObject([{ days: null }]);
});

test('an answer that is no list fails', () => {
  expect(() => alarmsOf({ alarms: [] })).toThrow('no list');
});

test.each<[string, unknown, boolean]>([
  ['of an alarm', { type: 'ALARM_TRIGGER', alarm: anAlarm(), scheduledFor }, true],
  ['of a timer', { type: 'TIMER_COMPLETE', timer: aTimer(), scheduledFor }, true],
  ['of a kind that is not known', { type: 'INTERVAL_STEP', timer: aTimer(), scheduledFor }, false],
  ['without its instant', { type: 'TIMER_COMPLETE', timer: aTimer() }, false],
  ['without its row', { type: 'TIMER_COMPLETE', scheduledFor }, false],
  ['that is no object', 'TIMER_COMPLETE', false],
])('an announcement %s', (_, data, isRead) => {
  expect(announcementOf(data) !== null).toBe(isRead);
});
