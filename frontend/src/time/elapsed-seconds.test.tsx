// The seconds elapsed since an instant.
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { elapsedSeconds, useElapsedSeconds } from './second-edges';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [-1, 0],
  [0, 0],
  [999, 0],
  [1_000, 1],
  [61_500, 61],
])('%i ms after the start, %i seconds have elapsed', (passed, seconds) => {
  expect(elapsedSeconds(5_000, 5_000 + passed)).toBe(seconds);
});

function Seconds({ start }: { readonly start: number }) {
  return <p>{useElapsedSeconds(start)}</p>;
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('the component renders at the end of each second', () => {
  vi.useFakeTimers();
  render(<Seconds start={Date.now() - 400} />);
  expect(screen.getByText('0')).toBeVisible();
  pass(599);
  expect(screen.getByText('0')).toBeVisible();
  pass(1);
  expect(screen.getByText('1')).toBeVisible();
  pass(3_000);
  expect(screen.getByText('4')).toBeVisible();
});
