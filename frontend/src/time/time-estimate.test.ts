// The four-timestamp estimate: which exchange is used, and the result.
import { expect, test } from 'vitest';
import { type Exchange, bestEstimate } from './time-estimate';

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
  ['equal delays', [exchange(0, 20, 5, 20)], serverAhead, 20],
  [
    'unequal delays cause an error within the bound',
    [exchange(0, 30, 0, 10)],
    serverAhead + 10,
    20,
  ],
  [
    'the shortest exchange is used',
    [exchange(0, 80, 0, 20), exchange(100, 4, 1, 4), exchange(200, 50, 0, 50)],
    serverAhead,
    4,
  ],
  [
    'a slow server does not increase the bound',
    [exchange(0, 50, 0, 50), exchange(100, 10, 900, 10)],
    serverAhead,
    10,
  ],
  [
    'an exchange during a sleep is not used',
    [exchange(0, 1, 0, 1, 60_000), exchange(100, 40, 0, 40)],
    serverAhead,
    40,
  ],
])('%s', (_, exchanges, offset, errorBound) => {
  expect(bestEstimate(exchanges)).toEqual({ offset, errorBound });
});

test('there is no estimate without an exchange', () => {
  expect(bestEstimate([])).toBeNull();
});
