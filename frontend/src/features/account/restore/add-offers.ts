// Adds the chosen contents of a file: alarms and timers to the server, everything else to this browser.
import { addMyCities } from '../../../api/my-cities';
import { mostRanges, unionOfRanges } from '../../../model/days-off';
import { daysOff } from '../../../offline/days-off';
import { changeDaysOff } from '../../../offline/days-off-sync';
import { addRows, type Outcome } from '../../../rows/add-rows';
import { addRuns } from '../../../stopwatch/saved-runs';
import type { Offer } from '../../../components/files/preview';

/** The result of each offer, by its key. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/**
 * Adds the offers that have no result yet, and reports all results after each, until `signal` stops it between two
 * requests. Fails if the server cannot be reached.
 */
export async function addOffers(
  offers: readonly Offer[],
  before: Outcomes,
  onOutcomes: (outcomes: Outcomes) => void,
  signal: AbortSignal,
): Promise<Outcomes> {
  let outcomes = before;
  const note = (some: readonly (readonly [string, Outcome])[]) => {
    outcomes = new Map([...outcomes, ...some]);
    onOutcomes(outcomes);
  };
  const open = offers.filter(({ key }) => !before.has(key));
  const cities = open.filter((offer) => offer.kind === 'cities');
  const citiesLeft = addMyCities(cities.map(({ found }) => found));
  note(cities.map(({ key, found }) => [key, citiesLeft.includes(found) ? 'full' : 'added']));
  const runs = open.filter((offer) => offer.kind === 'runs');
  const runsLeft = addRuns(runs.map(({ found }) => found));
  note(runs.map(({ key, found }) => [key, runsLeft.includes(found) ? 'full' : 'added']));
  // Before the alarms, which are then created with their rings.
  for (const { key, found } of open.filter((offer) => offer.kind === 'daysOff')) {
    const ranges = unionOfRanges(daysOff(), [found]);
    const isFull = ranges.length > mostRanges;
    if (!isFull) await changeDaysOff(ranges);
    note([[key, isFull ? 'full' : 'added']]);
  }
  const alarms = open.filter((offer) => offer.kind === 'alarms');
  await addRows(
    'alarms',
    alarms.map(({ key, found: { draft, skipped } }) => ({ key, draft, skips: skipped !== null })),
    note,
    signal,
  );
  const timers = open.filter((offer) => offer.kind === 'timers');
  await addRows(
    'timers',
    timers.map(({ key, found }) => ({ key, draft: found })),
    note,
    signal,
  );
  return outcomes;
}
