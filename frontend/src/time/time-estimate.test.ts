// The four-timestamp estimate: which exchange wins and what it says.
import { expect, test } from 'vitest';
import type { Exchange } from './time-estimate';
import { bestEstimate } from './time-estimate';

const serverAhead = 1_000_000;

function exchange(sent: number, there: number, busy: number, back: number, slept = 0): Exchange {
  const received = sent + there + busy + back;
  return {
    sent: { monotonic: sent, wall: sent },
    serverReceived: sent + there + slept + serverAhead,
    serverSent: sent + there + busy + slept + serverAhead,
    received: { monotonic: received, wall: received + slept },
  };
}

test.each([
  ['equal ways', [exchange(0, 20, 5, 20)], serverAhead, 20],
  ['unequal ways err by at most the bound', [exchange(0, 30, 0, 10)], serverAhead + 10, 20],
  [
    'the shortest wins',
    [exchange(0, 80, 0, 20), exchange(100, 4, 1, 4), exchange(200, 50, 0, 50)],
    serverAhead,
    4,
  ],
  [
    'the server being slow costs nothing',
    [exchange(0, 50, 0, 50), exchange(100, 10, 900, 10)],
    serverAhead,
    10,
  ],
  [
    'one slept through loses',
    [exchange(0, 1, 0, 1, 60_000), exchange(100, 40, 0, 40)],
    serverAhead,
    40,
  ],
])('%s', (_, exchanges, offset, errorBound) => {
  expect(bestEstimate(exchanges)).toEqual({ offset, errorBound });
});

test('no exchange, no estimate', () => {
  expect(bestEstimate([])).toBeNull();
});
