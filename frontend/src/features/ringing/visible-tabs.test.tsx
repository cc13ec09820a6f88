// What hidden tabs know of one that is in sight.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../../testing/fake-locks';
import { isAnyTabVisible, shareVisibility } from './visible-tabs';

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

/** What is known once locks that were given back are free. */
async function known() {
  await new Promise((resolve) => setTimeout(resolve));
  return isAnyTabVisible();
}

test('a tab counts from the first touch on, while it is in sight', async () => {
  expect(await known()).toBe(false);
  expect(await touch()).toBe(true);
  expect(await show(true)).toBe(false);
  expect(await show(false)).toBe(true);
});

test('it leaves with its page, and is back with it', async () => {
  await touch();
  window.dispatchEvent(new Event('pagehide'));
  expect(await known()).toBe(false);
  window.dispatchEvent(new Event('pageshow'));
  expect(await known()).toBe(true);
  stop();
  expect(await known()).toBe(false);
});

test('where there are no locks nobody knows', async () => {
  await touch();
  vi.unstubAllGlobals();
  expect(await isAnyTabVisible()).toBe(false);
});
