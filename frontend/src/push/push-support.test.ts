// Which browsers suspend hidden tabs: those with Apple's engine on Apple's systems.
import { afterEach, expect, test, vi } from 'vitest';
import { suspendsHiddenTabs } from './push-support';

afterEach(() => {
  vi.unstubAllGlobals();
});

const apple = 'Apple Computer, Inc.';

test.each([
  [
    'Safari on a Mac',
    apple,
    'Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15',
    0,
    true,
  ],
  ['Safari on an iPhone', apple, 'iPhone; CPU iPhone OS 18_6 like Mac OS X) Safari/604.1', 5, true],
  ['Safari on an iPad', apple, 'Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 5, true],
  ['Chrome on an iPhone', apple, 'iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/142.0', 5, true],
  [
    'Chrome on a Mac',
    'Google Inc.',
    'Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0 Safari/537.36',
    0,
    false,
  ],
  [
    'Firefox on a Mac',
    '',
    'Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    0,
    false,
  ],
  [
    'Chrome on Android',
    'Google Inc.',
    'Linux; Android 10; K) Chrome/142.0 Mobile Safari/537.36',
    5,
    false,
  ],
  [
    'WebKitGTK',
    apple,
    'X11; Linux x86_64) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
    0,
    false,
  ],
])('%s', (_, vendor, system, maxTouchPoints, suspends) => {
  vi.stubGlobal('navigator', { vendor, userAgent: `Mozilla/5.0 (${system}`, maxTouchPoints });
  expect(suspendsHiddenTabs()).toBe(suspends);
});
