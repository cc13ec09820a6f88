// Adds the chosen contents of a file: alarms and timers to the server, everything else to this browser.
import { addMyCities } from '../../../api/my-cities';
import { mostRanges, unionOfRanges } from '../../../model/days-off';
import { daysOff } from '../../../offline/days-off';
import { changeDaysOff } from '../../../offline/days-off-sync';
import { addRows, type Outcome } from '../../../rows/add-rows';
import { addRuns } from '../../../stopwatch/saved-runs';
import type { Offer } from './preview';

/** The result of each offer, by its key. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/**
 * Adds the offers that have no result yet, and reports all results after each. Fails if the server cannot be reached.
 */
export async function addOffers(
  offers: readonly Offer[],
  before: Outcomes,
  onOutcomes: (outcomes: Outcomes) => void,
): Promise<Outcomes> {
  let outcomes = before;
  const note = (key: string, outcome: Outcome) => {
    outcomes = new Map([...outcomes, [key, outcome]]);
    onOutcomes(outcomes);
  };
  const open = offers.filter(({ key }) => !before.has(key));
  const cities = open.filter((offer) => offer.kind === 'cities');
  const citiesLeft = addMyCities(cities.map(({ found }) => found));
  cities.forEach(({ key, found }) => {
    note(key, citiesLeft.includes(found) ? 'full' : 'added');
  });
  const runs = open.filter((offer) => offer.kind === 'runs');
  const runsLeft = addRuns(runs.map(({ found }) => found));
  runs.forEach(({ key, found }) => {
    note(key, runsLeft.includes(found) ? 'full' : 'added');
  });
  // Before the alarms, which are then created with their rings.
  for (const { key, found } of open.filter((offer) => offer.kind === 'daysOff')) {
    const ranges = unionOfRanges(daysOff(), [found]);
    const isFull = ranges.length > mostRanges;
    if (!isFull) await changeDaysOff(ranges);
    note(key, isFull ? 'full' : 'added');
  }
  const alarms = open.filter((offer) => offer.kind === 'alarms');
  await addRows(
    'alarms',
    alarms.map(({ key, found: { draft, skipped } }) => ({ key, draft, skips: skipped !== null })),
    note,
  );
  const timers = open.filter((offer) => offer.kind === 'timers');
  await addRows(
    'timers',
    timers.map(({ key, found }) => ({ key, draft: found })),
    note,
  );
  return outcomes;
}
