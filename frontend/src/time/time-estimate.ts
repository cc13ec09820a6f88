// The four-timestamp estimate of a server's clock, as in NTP.
import type { Reading } from './synchronised-clock';
import { leapSince } from './synchronised-clock';

/** One exchange: the device's clocks at its ends, the server's in between. */
export interface Exchange {
  readonly sent: Reading;
  readonly serverReceived: number;
  readonly serverSent: number;
  readonly received: Reading;
}

export interface Estimate {
  /** The server's time less the device's monotonic time. */
  readonly offset: number;
  /** The true offset lies within this many milliseconds. */
  readonly errorBound: number;
}

/** The estimate of the exchange with the shortest round trip; null without any. */
export function bestEstimate(exchanges: readonly Exchange[]): Estimate | null {
  return exchanges
    .map(estimateOf)
    .reduce<Estimate | null>(
      (best, next) => (best === null || next.errorBound < best.errorBound ? next : best),
      null,
    );
}

/** Those of use after a leap of the device's clocks: before it, the monotonic one was another clock. */
export function sentSinceLeap(exchanges: readonly Exchange[], now: Reading): Exchange[] {
  return exchanges.filter(({ sent }) => leapSince(sent, now) === 0);
}

function estimateOf({ sent, serverReceived, serverSent, received }: Exchange): Estimate {
  // A sleep within the exchange shows in the wall clock alone.
  const elapsed = Math.max(received.monotonic - sent.monotonic, received.wall - sent.wall);
  const roundTrip = Math.max(0, elapsed - (serverSent - serverReceived));
  const offset = (serverReceived - sent.monotonic + (serverSent - received.monotonic)) / 2;
  return { offset, errorBound: roundTrip / 2 };
}
