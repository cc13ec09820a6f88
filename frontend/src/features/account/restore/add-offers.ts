// Adds the chosen contents of a file: alarms and timers to the server, everything else to this browser.
import { addMyCities } from '../../../api/my-cities';
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
