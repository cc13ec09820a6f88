// What runs on every page, whatever it shows: the lists, the time, unsent edits, rings, and this device's registration.
import { endAll } from '../browser/listeners';
import { reportUncaught } from '../api/faults';
import { keepTimeSynchronised } from '../api/time-sync';
import { outsidePageCache } from '../browser/page-cache';
import { checkAccount } from '../identity/identity';
import { restoreBrowserId } from '../identity/restored-id';
import { keepSending } from '../offline/outbox-send';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { keepListsFresh } from '../rows/fresh-lists';
import { keepDeviceRegistered } from './device-upkeep';
import { preloadSoundsOfRows } from './preloaded-sounds';
import { followPushedRings } from './pushed-rings';
import { keepRinging } from './ring-watch';

/** Starts it all, once for a page, until the returned function is called. */
export function startServices(): () => void {
  const stop = endAll(
    outsidePageCache(startData),
    keepRinging(),
    followPushedRings(),
    preloadSoundsOfRows(),
    keepDeviceRegistered(),
    reportUncaught(),
  );
  checkAccount();
  restoreBrowserId();
  return stop;
}

function startData(): () => void {
  return endAll(
    alarmDeletions.followTabs(),
    timerDeletions.followTabs(),
    keepListsFresh(),
    keepTimeSynchronised(),
    keepSending(),
  );
}
