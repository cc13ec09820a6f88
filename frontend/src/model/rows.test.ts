// How a page parses rows of a newer or older server.
import { beforeEach, expect, test, vi } from 'vitest';
import { anAlarm, aTimer } from '../testing/rows';
import { announcementOf, parseRows } from './rows';

const scheduledFor = '2026-11-20T22:00:00.000Z';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test('rows keep fields that this page does not know', () => {
  const alarm = { ...anAlarm(), color: 'red' };
  expect(parseRows('alarms', [alarm])).toEqual([alarm]);
  const timer = { ...aTimer({ enabled: 0, endsAt: null }), position: 3 };
  expect(parseRows('timers', [timer])).toEqual([timer]);
});

test('an unknown sound becomes the default one', () => {
  expect(parseRows('alarms', [{ ...anAlarm(), sound: 'gong' }])).toEqual([anAlarm()]);
  expect(parseRows('timers', [{ ...aTimer(), sound: 'gong' }])).toEqual([aTimer()]);
});

test.each<[string, unknown]>([
  ['a rule without its text', { ...anAlarm(), repeat: 'rule', rule: null }],
  ['a state other than on and off', { ...anAlarm(), enabled: 2 }],
  ['an invalid instant', { ...anAlarm(), nextTrigger: 'soon' }],
  ['a rule of days without days', { ...anAlarm(), repeat: 'days', days: null }],
  ['a rule of unknown days', { ...anAlarm(), repeat: 'days', days: ['moonday'] }],
  ['no zone', { ...anAlarm(), timezone: undefined }],
  ['nothing at all', null],
])('only a row with %s is left out, and it is logged once', (_, row) => {
  const others = [anAlarm({ id: 8 }), anAlarm({ id: 9 })];
  expect(parseRows('alarms', [others[0], row, others[1]])).toEqual(others);
  parseRows('alarms', [row]);
  expect(vi.mocked(console.warn).mock.calls.length).toBeLessThanOrEqual(1);
});

test('a row keeps a way to repeat, and a rule, that only a newer server knows', () => {
  const lunar = { ...anAlarm(), repeat: 'lunar', days: null, phase: 'full' };
  const rule = { ...anAlarm(), repeat: 'rule', rule: 'FREQ=HOURLY', from: '2026-11-23' };
  expect(parseRows('alarms', [lunar, rule])).toEqual([lunar, rule]);
});

test('rows of an older server lack days, dates, rules, skips, pauses and days off', () => {
  const newer = ['days', 'date', 'rule', 'from', 'skipped', 'pausedUntil', 'daysOff'];
  const older = Object.fromEntries(
    Object.entries(anAlarm()).filter(([name]) => !newer.includes(name)),
  );
  expect(parseRows('alarms', [older])).toEqual([anAlarm()]);
});

test('chosen days are sorted from Monday, and kept only with their rule', () => {
  const days = { ...anAlarm(), repeat: 'days', days: ['sun', 'mon'] };
  expect(parseRows('alarms', [days])).toMatchObject([{ repeat: 'days', days: ['mon', 'sun'] }]);
  expect(parseRows('alarms', [{ ...days, repeat: 'daily' }])).toMatchObject([{ days: null }]);
});

test('a response that is not a list fails', () => {
  expect(() => parseRows('alarms', { alarms: [] })).toThrow('no list');
});

test.each<[string, unknown, boolean]>([
  ['of an alarm', { type: 'ALARM_TRIGGER', alarm: anAlarm(), scheduledFor }, true],
  ['of a timer', { type: 'TIMER_COMPLETE', timer: aTimer(), scheduledFor }, true],
  ['of an unknown kind', { type: 'INTERVAL_STEP', timer: aTimer(), scheduledFor }, false],
  ['without its instant', { type: 'TIMER_COMPLETE', timer: aTimer() }, false],
  ['without its row', { type: 'TIMER_COMPLETE', scheduledFor }, false],
  ['that is not an object', 'TIMER_COMPLETE', false],
])('an event %s', (_, data, isRead) => {
  expect(announcementOf(data) !== null).toBe(isRead);
});
