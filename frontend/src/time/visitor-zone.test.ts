// The visitor's zone where the device has none that a server knows.
import { afterEach, expect, test, vi } from 'vitest';
import { browserHidesZone, visitorZone } from './visitor-zone';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([undefined, 'Etc/Unknown', '+05:30', '-03:00', 'Factory', 'UTC'])(
  'a device whose zone is %s counts as one that hides it',
  (timeZone) => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone,
    } as Intl.ResolvedDateTimeFormatOptions);
    expect(visitorZone()).toBe('UTC');
    expect(browserHidesZone()).toBe(true);
  },
);

test('a zone of the server stays', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Asia/Kolkata',
  } as Intl.ResolvedDateTimeFormatOptions);
  expect(visitorZone()).toBe('Asia/Kolkata');
  expect(browserHidesZone()).toBe(false);
});
