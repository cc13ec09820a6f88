// The seconds left: each is shown for a whole second, the last one until the end.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remainingSeconds, useRemainingSeconds } from './second-edges';
import { adoptEstimate, synchronisedNow } from './synchronised-time';
import { readClocks } from './synchronised-clock';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.370Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [60_000, 60],
  [59_001, 60],
  [59_000, 59],
  [1, 1],
  [0, 0],
  [-5_000, 0],
])('%i ms left are %i s', (left, expected) => {
  expect(remainingSeconds(1_000_000 + left, 1_000_000)).toBe(expected);
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

interface LeftProps {
  readonly end: number;
  readonly alsoHidden?: boolean;
}

function Left({ end, alsoHidden = false }: LeftProps) {
  return <output>{useRemainingSeconds(end, { alsoHidden })}</output>;
}

test('the number changes with the timer’s own seconds, not with the clock’s', () => {
  render(<Left end={Date.now() + 3_000} />);
  const shown = screen.getByRole('status');
  expect(shown).toHaveTextContent('3');
  pass(999);
  expect(shown).toHaveTextContent('3');
  pass(2);
  expect(shown).toHaveTextContent('2');
  pass(1_000);
  expect(shown).toHaveTextContent('1');
  pass(1_000);
  expect(shown).toHaveTextContent('0');
});

test('a countdown that is over by a device’s fast clock goes on when the server’s time is known', () => {
  render(<Left end={Date.now() - 60_000} />);
  const shown = screen.getByRole('status');
  expect(shown).toHaveTextContent('0');
  const { monotonic, wall } = readClocks();
  act(() => {
    adoptEstimate({ offset: wall - 90_000 - monotonic, errorBound: 5 });
  });
  expect(shown).toHaveTextContent('30');
  pass(3_000);
  expect(shown).toHaveTextContent('27');
});

test.each([
  [true, '297'],
  [false, '300'],
])('in a hidden tab a countdown goes on if it is read there: %s', (alsoHidden, expected) => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  render(<Left end={synchronisedNow() + 300_000} alsoHidden={alsoHidden} />);
  pass(3_000);
  expect(screen.getByRole('status')).toHaveTextContent(expected);
  hidden.mockReturnValue(false);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  pass(2_000);
  expect(screen.getByRole('status')).toHaveTextContent('295');
});
