// Synchronises the days off with the server: changes are stored here first, and made to the server's list then.
import type { Schemas } from '../model/types';
import {
  joined,
  mergedRanges,
  mostRanges,
  rangesOf,
  unionOfRanges,
  type DayRange,
} from '../model/days-off';
import { confirmed, fetchedSoon, followed } from '../api/followed-list';
import { browserId } from '../identity/browser-id';
import { request } from '../api/client';
import { hasUnsentDaysOff, isSameList, storedDaysOff, ownDaysOff } from './days-off';
import { isAccountHere } from '../identity/account-here';
import { confirmAccount } from '../identity/identity';
import { refetchEverywhere } from '../rows/lists';
import { isRefused, type ProblemError } from '../api/problem-error';

const path = '/api/days-off';

/** Replaces the list here, which changes when the alarms ring. It is sent soon. */
export function changeDaysOff(ranges: readonly DayRange[]): void {
  const { told = null, sent } = ownDaysOff() ?? {};
  storedDaysOff.write({ browserId: browserId(), ranges: joined(ranges), told, sent });
}

/** The visitor has read that the last change was refused. */
export function forgetRefusal(): void {
  const stored = ownDaysOff();
  if (stored?.wasRefused === true) storedDaysOff.write({ ...stored, wasRefused: false });
}

/** Fetches the list if it may have been changed elsewhere; fails if the server is away. */
export async function followDaysOff(): Promise<void> {
  if (isAccountHere() || ownDaysOff() === null) await fetchDaysOff();
}

/** Fetches the list and adopts it, with what was changed here, which is sent. Fails if the server is away. */
export async function fetchDaysOff(): Promise<void> {
  const whose = browserId();
  // An older server lists nothing for a former id of the account.
  const [{ list: server, askedAt }] = await Promise.all([fetchedSoon(fetched), confirmAccount()]);
  if (whose !== browserId() || server === null) return;
  const stored = ownDaysOff();
  if (stored === null || !hasUnsentDaysOff()) {
    const wasRefused = stored?.wasRefused === true;
    storedDaysOff.write({ browserId: whose, ranges: server, told: server, wasRefused });
    // The server has computed its rings anew.
    if (!isSameList(stored?.ranges ?? [], server)) await refetchEverywhere('alarms');
    return;
  }
  const { ranges: own, told, sent } = stored;
  const known = joined(server);
  const { own: wanted, ...next } = followed(
    told === null
      ? { own: unionOfRanges(server, own), before: known, sent }
      : { own, before: told, sent },
    known,
    askedAt,
    mergedRanges,
  );
  const ranges = wanted.slice(0, mostRanges);
  storedDaysOff.write({ browserId: whose, ranges, told: next.before, sent: next.sent });
  if (!isSameList(ranges, known)) await put(ranges);
  else if (!isSameList(ranges, own)) await refetchEverywhere('alarms');
}

/** Sends the list if it was changed. Fails if the server cannot be reached. */
export async function sendDaysOff(): Promise<void> {
  // Another device may have changed the list since.
  if (hasUnsentDaysOff()) await fetchDaysOff();
}

async function put(ranges: readonly DayRange[]): Promise<void> {
  const whose = browserId();
  const body = {
    ranges: ranges.map(({ label, ...days }) => ({ ...days, label: label === '' ? null : label })),
  } satisfies Schemas['NewDaysOff'];
  const { saved, wasRefused } = await request<Schemas['DaysOff']>('PUT', path, body).then(
    (answer) => ({ saved: rangesOf(answer.ranges) ?? ranges, wasRefused: false }),
    async (failure: unknown) => {
      if (!isRefused(failure)) throw failure;
      console.warn('the server refused the days off:', failure.status);
      return { saved: isUnknownThere(failure) ? null : await fetched(), wasRefused: true };
    },
  );
  const stored = ownDaysOff();
  if (saved === null || stored === null || whose !== browserId()) return;
  // What was changed during the request is sent next.
  const isChanged = !isSameList(stored.ranges, ranges);
  const next = { ...stored, ranges: isChanged ? stored.ranges : saved };
  storedDaysOff.write(
    wasRefused
      ? { ...next, told: saved, sent: undefined, wasRefused: !isChanged }
      : { ...next, sent: stored.sent && confirmed(stored.sent, saved) },
  );
  await refetchEverywhere('alarms');
}

/** The server's list; null if it is an older one that has none. */
async function fetched(): Promise<readonly DayRange[] | null> {
  try {
    return rangesOf((await request<Schemas['DaysOff']>('GET', path)).ranges);
  } catch (failure) {
    if (isRefused(failure) && isUnknownThere(failure)) return null;
    throw failure;
  }
}

function isUnknownThere({ status }: ProblemError): boolean {
  return status === 404 || status === 405;
}
