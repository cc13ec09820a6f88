// A list that several devices change, each as a whole: what was set here stays set in the version that the server has.
//
// A list that was sent may arrive after a later one, or be overwritten by a device that had fetched an older one. So until a
// minute after it was sent, what was set here since any version that the server may have is set again, but only once: what is
// still different then was set by somebody on the other device.
import { arrivesWithinMs } from './client';
import { synchronisedNow } from '../time/synchronised-time';

/** What is known of lists that were sent. */
export interface SentLists<List> {
  /** When the last one was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly lists: readonly List[];
  /** The list as it was sent last; another one has been changed here since. */
  readonly last: List;
  /** Whether the server has confirmed it, to any tab. */
  readonly isConfirmed: boolean;
  /** How often it was sent again after that. */
  readonly repeats: number;
}

export interface FollowedList<List> {
  /** The list as it is here. */
  readonly own: List;
  /** The server's list from which it comes. */
  readonly before: List;
  readonly sent?: SentLists<List> | undefined;
}

/** A page that was frozen may get a list that other devices have changed since. */
const isOutdatedAfterMs = 20_000;
const repeatsAtMost = 1;
const listsAtMost = 8;

/** Fetches a list, and when it was requested; again if the response is too old. */
export async function fetchedSoon<List>(
  fetch: () => Promise<List>,
): Promise<{ readonly list: List; readonly askedAt: number }> {
  for (;;) {
    const askedAt = synchronisedNow();
    const list = await fetch();
    if (synchronisedNow() - askedAt < isOutdatedAfterMs) return { list, askedAt };
  }
}

/**
 * A list with what the server has, which was requested at an instant: it is to be sent if it is another one.
 * `merge` makes the changes from one version to another in a third one.
 */
export function followed<List>(
  { own, before, sent }: FollowedList<List>,
  server: List,
  askedAt: number,
  merge: (from: List, to: List, other: List) => List,
): FollowedList<List> {
  const versions = [before, ...(sent?.lists ?? [])];
  const wanted = versions.reduce((list, version) => merge(version, own, list), server);
  const isThere = isSame(wanted, server);
  const isChanged = sent === undefined || !isSame(own, sent.last);
  const isOverwritten = !isChanged && sent.isConfirmed && !isThere;
  const repeats = isChanged ? 0 : sent.repeats + (isOverwritten ? 1 : 0);
  const hasArrived = sent === undefined || Math.abs(askedAt - sent.at) >= arrivesWithinMs;
  if (isThere ? hasArrived : repeats > repeatsAtMost) return { own: server, before: server };
  const [first = server, ...lists] = versions.map((version) => merge(own, version, server));
  return {
    own: wanted,
    before: first,
    sent: {
      at: isThere ? (sent?.at ?? 0) : synchronisedNow(),
      lists: isThere ? lists : [...lists, wanted].slice(-listsAtMost),
      last: wanted,
      isConfirmed: !isChanged && sent.isConfirmed && isThere,
      repeats,
    },
  };
}

/** The server has confirmed a list, which may be another one by that. */
export function confirmed<List>(sent: SentLists<List>, last: List): SentLists<List> {
  return { ...sent, last, isConfirmed: true };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
