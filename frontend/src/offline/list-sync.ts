// Synchronises the lists that are sent as a whole: sent when they were changed here, fetched when they were changed elsewhere.
// What was set here stays set in the version that the server has: entries are merged against the list that both had.
//
// A list that was sent may arrive after a later one, or be overwritten by a device that had fetched an older one. So until a
// minute after it was sent, what was set here since any version that the server may have is set again, but only once: what is
// still different then was set by somebody on the other device.
import { arrivesWithinMs, request } from '../api/client';
import { isRefused, type ProblemError } from '../api/problem-error';
import { isAccountHere } from '../identity/account-here';
import { browserId } from '../identity/browser-id';
import { confirmAccount, isAccountConfirmed } from '../identity/identity';
import { joined, mergedRanges, mostRanges, rangesOf, unionOfRanges } from '../model/days-off';
import type { Schemas } from '../model/types';
import { refetchEverywhere } from '../rows/lists';
import { synchronisedNow } from '../time/synchronised-time';
import { daysOffList } from './days-off';
import { citiesOf, cityList, mergedCities, mostCities, union } from './my-cities';
import { isSame, type SentLists, type SyncedList } from './synced-list';

interface Protocol<Item> {
  readonly path: string;
  /** The body of a PUT. */
  readonly bodyOf: (items: readonly Item[]) => object;
  /** The list in a response; null if there is none yet. */
  readonly read: (response: unknown) => readonly Item[] | null;
  readonly most: number;
  /** The first list, and what only the second one has. */
  readonly union: (first: readonly Item[], second: readonly Item[]) => readonly Item[];
  /** Makes the changes from one version to another in a third one. */
  readonly merge: Merge<readonly Item[]>;
  /** A list of the server as this browser writes it. */
  readonly normal?: (items: readonly Item[]) => readonly Item[];
  /** Called when the server has a list that it did not have, as far as this browser knows. */
  readonly onNews?: () => Promise<unknown>;
}

type Merge<List> = (from: List, to: List, other: List) => List;

function protocol<Item>(of: Protocol<Item>, list: SyncedList<Item>) {
  return {
    fetch: () => fetchList(of, list),
    // Another device may have changed the list since.
    send: async () => {
      if (list.hasUnsent()) await fetchList(of, list);
    },
    sendAtOnce: () => sendAtOnce(of, list),
  };
}

const nameOf = (text: string) => (text === '' ? null : text);

/**
 * `fetch` adopts the server's list with what was changed here, which is sent. `sendAtOnce` is for a page that may be closed before
 * it has fetched the list. All fail if the server cannot be reached.
 */
export const listSync = {
  cities: protocol(
    {
      path: '/api/cities',
      bodyOf: (cities) =>
        ({
          cities: cities.map(({ key, name }) => ({ key, name: nameOf(name) })),
        }) satisfies Schemas['NewCities'],
      read: (response) => citiesOf((response as Schemas['Cities']).cities),
      most: mostCities,
      union,
      merge: mergedCities,
    },
    cityList,
  ),
  'days-off': protocol(
    {
      path: '/api/days-off',
      bodyOf: (ranges) =>
        ({
          ranges: ranges.map(({ label, ...days }) => ({ ...days, label: nameOf(label) })),
        }) satisfies Schemas['NewDaysOff'],
      read: (response) => rangesOf((response as Schemas['DaysOff']).ranges),
      most: mostRanges,
      union: unionOfRanges,
      merge: mergedRanges,
      normal: joined,
      // It has computed its rings anew.
      onNews: () => refetchEverywhere('alarms'),
    },
    daysOffList,
  ),
} as const;

async function fetchList<Item>(of: Protocol<Item>, list: SyncedList<Item>): Promise<void> {
  const whose = browserId();
  // An older server lists nothing for a former id of the account.
  const [{ fetched, askedAt }] = await Promise.all([fetchSoon(of), confirmAccount()]);
  if (whose !== browserId() || fetched === 'unknown') return;
  const here = list.state();
  if (here === null && fetched === null) return;
  if (here === null || (fetched !== null && !list.hasUnsent())) {
    const items = fetched ?? [];
    list.write({ items, base: items, wasRefused: here?.wasRefused === true });
    if (!isSame(here?.items ?? [], items)) await of.onNews?.();
    return;
  }
  const { normal = (items) => items } = of;
  const server = normal(fetched ?? []);
  const { items: own, base, sent } = here;
  const { own: wanted, ...next } = followed(
    fetched === null || base === null
      ? { own: of.union(server, own), before: server, sent }
      : { own, before: base, sent },
    server,
    askedAt,
    of.merge,
  );
  const items = wanted.slice(0, of.most);
  list.write({ items, base: next.before, sent: next.sent });
  if (!isSame(items, server)) await put(of, list, items);
  else if (!isSame(items, own)) await of.onNews?.();
}

/** Sends what was changed to the list that the server has as far as this browser knows. Another version of it is merged later. */
async function sendAtOnce<Item>(of: Protocol<Item>, list: SyncedList<Item>): Promise<void> {
  const { items = [], base = null, sent } = list.state() ?? {};
  const isNew = sent === undefined || !isSame(items, sent.last);
  const isUnknown = base === null && isAccountHere();
  if (!list.hasUnsent() || !isNew || isUnknown || !isAccountConfirmed()) return;
  const server = base ?? [];
  const next = followed({ own: items, before: server, sent }, server, synchronisedNow(), of.merge);
  list.write({ items: next.own, base: next.before, sent: next.sent });
  await put(of, list, next.own);
}

async function put<Item>(
  of: Protocol<Item>,
  list: SyncedList<Item>,
  items: readonly Item[],
): Promise<void> {
  const whose = browserId();
  const { saved, wasRefused } = await request('PUT', of.path, of.bodyOf(items)).then(
    (response) => ({ saved: of.read(response) ?? items, wasRefused: false }),
    async (failure: unknown) => {
      if (!isRefused(failure)) throw failure;
      console.warn('the server refused a list:', of.path, failure.status);
      return { saved: await get(of), wasRefused: true };
    },
  );
  const state = list.state();
  if (saved === 'unknown' || state === null || whose !== browserId()) return;
  // What was changed during the request is sent next.
  const isChanged = !isSame(state.items, items);
  const next = { ...state, items: isChanged ? state.items : (saved ?? []) };
  list.write(
    wasRefused
      ? { ...next, base: saved, sent: undefined, wasRefused: !isChanged }
      : { ...next, sent: state.sent && confirmed(state.sent, saved ?? []) },
  );
  await of.onNews?.();
}

/** The server's list; null if it has none yet, `unknown` if it is an older one that knows no such list. */
async function get<Item>(of: Protocol<Item>): Promise<readonly Item[] | 'unknown' | null> {
  try {
    return of.read(await request('GET', of.path));
  } catch (failure) {
    if (isRefused(failure) && isUnknownThere(failure)) return 'unknown';
    throw failure;
  }
}

function isUnknownThere({ status }: ProblemError): boolean {
  return status === 404 || status === 405;
}

/** A page that was frozen may get a list that other devices have changed since. */
const isOutdatedAfterMs = 20_000;

/** Fetches a list, and when it was requested; again if the response is too old. */
async function fetchSoon<Item>(of: Protocol<Item>) {
  for (;;) {
    const askedAt = synchronisedNow();
    const fetched = await get(of);
    if (synchronisedNow() - askedAt < isOutdatedAfterMs) return { fetched, askedAt };
  }
}

interface FollowedList<List> {
  /** The list as it is here. */
  readonly own: List;
  /** The server's list from which it comes. */
  readonly before: List;
  readonly sent?: SentLists<List> | undefined;
}

const repeatsAtMost = 1;
const listsAtMost = 8;

/** A list with what the server has, which was requested at an instant: it is to be sent if it is another one. */
function followed<List>(
  { own, before, sent }: FollowedList<List>,
  server: List,
  askedAt: number,
  merge: Merge<List>,
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
      isThere,
      repeats,
    },
  };
}

/** The server has confirmed a list, which may be another one by that. */
function confirmed<List>(sent: SentLists<List>, last: List): SentLists<List> {
  return { ...sent, last, isConfirmed: true };
}
