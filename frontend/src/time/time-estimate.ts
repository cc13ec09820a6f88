// Estimates a server's clock by four timestamps, as in NTP.
import { type Reading, jumpSince } from './synchronised-clock';

/** One exchange: the device's clocks at its beginning and end, the server's in between. */
export interface Exchange {
  readonly sent: Reading;
  readonly serverReceived: number;
  readonly serverSent: number;
  readonly received: Reading;
}

export interface Estimate {
  /** The server's time minus the device's monotonic time. */
  readonly offset: number;
  /** The true offset is within this many milliseconds. */
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

/** The exchanges since the device's clocks last diverged: the monotonic clock before that has another origin. */
export function sentSinceJump(exchanges: readonly Exchange[], now: Reading): Exchange[] {
  return exchanges.filter(({ sent }) => jumpSince(sent, now) === 0);
}

function estimateOf({ sent, serverReceived, serverSent, received }: Exchange): Estimate {
  // A sleep during the exchange appears in the wall clock only.
  const elapsed = Math.max(received.monotonic - sent.monotonic, received.wall - sent.wall);
  const roundTrip = Math.max(0, elapsed - (serverSent - serverReceived));
  const offset = (serverReceived - sent.monotonic + (serverSent - received.monotonic)) / 2;
  return { offset, errorBound: roundTrip / 2 };
}
