// Digits that are typed on a page before its line is hydrated: they go to the line, whose input is kept and replayed.
import { isDigitKey } from '../settings/typed-keys';

/** Small, because it runs before the first paint. Ends with the early input: from then on the line listens itself. */
export function typeOnLineEarly(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (window.earlyInput === undefined || !isDigitKey(event) || areKeysOff()) return;
      document.querySelector<HTMLInputElement>('[data-line]')?.focus();
    },
    true,
  );
}

/** As `singleKeysInUse`, without the code of stored values. */
function areKeysOff(): boolean {
  try {
    return localStorage.getItem('stopwatch-keys:v1') === 'false';
  } catch {
    return false;
  }
}
