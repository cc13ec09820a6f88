// The lists of a browser id that are fetched and sent as a whole, rather than by rows: what the event stream and the sender
// need of each. Another one begins here.
import { fetchCities, hasCities, hasUnsentCities, sendCities } from '../api/cities-sync';
import { onMyCitiesChange } from '../api/my-cities';
import type { ListName, Schemas } from '../model/types';
import { hasDaysOff, hasUnsentDaysOff, storedDaysOff } from './days-off';

interface SyncedList {
  /**
   * Whether there is one here, or may be one on the server. After a change of the id, what is stored of the former one may
   * say nothing.
   */
  readonly mayExist: (isNewId: boolean) => boolean;
  readonly hasUnsent: () => boolean;
  /** Calls back after every change here, until the returned function is called. */
  readonly onChange: (listener: () => void) => () => void;
  /** Adopts the server's list with what was changed here. Fails if the server cannot be reached. */
  readonly fetch: () => Promise<void>;
  /** Sends the list if it was changed. Fails if the server cannot be reached. */
  readonly send: () => Promise<void>;
}

/** Code of its own, because few pages need it. */
export const loadDaysOffSync = () =>
  import(/* webpackChunkName: "days-off-sync" */ './days-off-sync');

/** By their names in events. */
export const syncedLists: Readonly<
  Record<Exclude<Schemas['ListChanged']['list'], ListName>, SyncedList>
> = {
  cities: {
    mayExist: hasCities,
    hasUnsent: hasUnsentCities,
    onChange: onMyCitiesChange,
    fetch: fetchCities,
    send: sendCities,
  },
  'days-off': {
    mayExist: (isNewId) => isNewId || hasDaysOff(),
    hasUnsent: hasUnsentDaysOff,
    onChange: storedDaysOff.subscribe,
    fetch: async () => (await loadDaysOffSync()).fetchDaysOff(),
    send: async () => {
      if (hasUnsentDaysOff()) await (await loadDaysOffSync()).sendDaysOff();
    },
  },
};
