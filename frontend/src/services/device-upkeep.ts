// Keeps this device's registration for rings with the site closed up to date.
import { endAll } from '../browser/listeners';
import { whenIdle } from '../browser/idle';
import { onBrowserIdChange } from '../identity/browser-id';
import { ringDeviceId } from '../push/ring-device-id';
import { ringSettings, ringsForMs } from '../sound/ring-settings';

/** Checks the registration now and after changes that concern it, until the returned function is called. */
export function keepDeviceRegistered(): () => void {
  return endAll(
    whenIdle(check),
    onBrowserIdChange(check),
    // Rings with the site closed last as long as those of pages.
    ringSettings.subscribe(check),
  );
}

/** Few browsers have push, so its code is loaded by those only. */
function check(): void {
  if (ringDeviceId.read() === null) return;
  import(/* webpackChunkName: "push" */ '../push/push-devices')
    .then(({ keepDeviceRight, sendAnswers }) =>
      Promise.all([keepDeviceRight(ringsForMs() / 1000), sendAnswers()]),
    )
    .catch(() => undefined);
}
