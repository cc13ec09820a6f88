// Whether hidden tabs know of a visible one.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../testing/fake-locks';
import { isAnyTabVisible, shareVisibility } from './tabs';

let touched: boolean;
let hidden: boolean;
let stop: () => void;

beforeEach(() => {
  [touched, hidden] = [false, false];
  installFakeLocks();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  Object.defineProperty(navigator, 'userActivation', {
    get: () => ({ hasBeenActive: touched }),
  });
  stop = shareVisibility();
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(isHidden: boolean) {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
  return known();
}

function touch() {
  touched = true;
  document.body.dispatchEvent(new Event('pointerup', { bubbles: true }));
  return known();
}

/** The result once released locks are free. */
async function known() {
  await new Promise((resolve) => setTimeout(resolve));
  return isAnyTabVisible();
}

test('a tab counts after its first user gesture, while it is visible', async () => {
  expect(await known()).toBe(false);
  expect(await touch()).toBe(true);
  expect(await show(true)).toBe(false);
  expect(await show(false)).toBe(true);
});

test('a tab stops counting on pagehide, and counts again on pageshow', async () => {
  await touch();
  window.dispatchEvent(new Event('pagehide'));
  expect(await known()).toBe(false);
  window.dispatchEvent(new Event('pageshow'));
  expect(await known()).toBe(true);
  stop();
  expect(await known()).toBe(false);
});

test('the result is unknown without locks', async () => {
  await touch();
  vi.unstubAllGlobals();
  expect(await isAnyTabVisible()).toBe(false);
});
