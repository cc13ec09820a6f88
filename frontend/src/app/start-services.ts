// What runs on every page, whatever it shows: the lists, the time, unsent edits, rings, and this device's registration.
import { disposeAll } from '../browser/emitter';
import { onRenewedId } from '../api/client';
import { reportUncaught } from '../api/faults';
import { keepTimeSynchronised } from '../api/time-sync';
import { outsidePageCache } from '../browser/page-cache';
import { checkAccount, followEndedId } from '../identity/identity';
import { restoreBrowserId } from '../identity/restored-id';
import { keepSending } from '../offline/outbox-send';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { keepListsFresh } from '../rows/fresh-lists';
import { whenIdle } from '../browser/idle';
import { onBrowserIdChange } from '../identity/browser-id';
import { ringDeviceId } from '../push/ring-device-id';
import { startRinging } from '../ringing/clock';
import { followPushedRings } from '../ringing/pushed-rings';
import { preloadSoundsOfRows } from '../sound/preloaded-sounds';
import { ringSettings, ringsForMs } from '../sound/ring-settings';

/** Starts it all, once for a page, until the returned function is called. */
export function startServices(): () => void {
  const stop = disposeAll(
    outsidePageCache(startData),
    startRinging(),
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
  return disposeAll(
    alarmDeletions.followTabs(),
    timerDeletions.followTabs(),
    keepListsFresh(),
    keepTimeSynchronised(),
    keepSending(),
    onRenewedId((id) => void followEndedId(id)),
  );
}

/** Keeps this device's registration for rings with the site closed up to date: checks it now and after changes, until the returned function is called. */
function keepDeviceRegistered(): () => void {
  return disposeAll(
    whenIdle(checkDevice),
    onBrowserIdChange(checkDevice),
    // Rings with the site closed last as long as those of pages.
    ringSettings.subscribe(checkDevice),
  );
}

/** Few browsers have push, so its code is loaded by those only. */
function checkDevice(): void {
  if (ringDeviceId.read() === null) return;
  import(/* webpackChunkName: "push" */ '../push/push-devices')
    .then(({ keepDeviceRight, sendAnswers }) =>
      Promise.all([keepDeviceRight(ringsForMs() / 1000), sendAnswers()]),
    )
    .catch(() => undefined);
}
