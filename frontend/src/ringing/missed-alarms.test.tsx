// Missed alarms: listed once each, the newest first, until they are dismissed.
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type MissedAlarm, recordMissedAlarms, useMissedAlarms } from './missed-alarms';

const missed = (dueAt: number): MissedAlarm => ({
  key: `alarm:1:${dueAt}`,
  dueAt,
  label: null,
  rang: false,
});

test('missed alarms are listed once, the newest first, until they are dismissed', () => {
  const { result } = renderHook(useMissedAlarms);
  act(() => {
    recordMissedAlarms([missed(1)]);
    recordMissedAlarms([missed(3), missed(1)]);
    recordMissedAlarms([missed(2)]);
  });
  expect(result.current.missed.map(({ dueAt }) => dueAt)).toEqual([3, 2, 1]);
  act(() => {
    result.current.dismiss(missed(2).key);
  });
  expect(result.current.missed.map(({ dueAt }) => dueAt)).toEqual([3, 1]);
});

test('only the newest missed alarms are stored', () => {
  recordMissedAlarms(Array.from({ length: 30 }, (_, dueAt) => missed(dueAt)));
  const { result } = renderHook(useMissedAlarms);
  expect(result.current.missed).toHaveLength(20);
  expect(result.current.missed[0]?.dueAt).toBe(29);
});

test('an unreadable entry in storage does not affect the others', () => {
  localStorage.setItem('missed-alarms:v1', JSON.stringify([null, { key: 'alarm:1:1' }, missed(1)]));
  recordMissedAlarms([missed(2)]);
  const { result } = renderHook(useMissedAlarms);
  expect(result.current.missed.map(({ dueAt }) => dueAt)).toEqual([2, 1]);
});
