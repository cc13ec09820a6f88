// Notifications that are listed while others are being shown, in a model of Chromium's store of them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../testing/fake-locks';
import { showNotification, shownNotifications } from './shown-notifications';

/** Stores a notification at once and displays it when it is told to. A list deletes what is not displayed. */
class Chromium {
  private stored: string[] = [];
  private readonly displayed = new Set<string>();
  readonly displays: (() => void)[] = [];

  showNotification(title: string): Promise<void> {
    this.stored.push(title);
    return new Promise((resolve) => {
      this.displays.push(() => {
        this.displayed.add(title);
        resolve();
      });
    });
  }

  getNotifications(): Promise<object[]> {
    this.stored = this.stored.filter((title) => this.displayed.has(title));
    return Promise.resolve(this.stored.map((title) => ({ title })));
  }
}

let chromium: Chromium;
let registration: ServiceWorkerRegistration;

beforeEach(() => {
  installFakeLocks();
  chromium = new Chromium();
  registration = chromium as unknown as ServiceWorkerRegistration;
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a list waits for notifications that are being shown', async () => {
  const shows = ['Tea', 'Rice'].map((title) => showNotification(registration, title, {}));
  const list = shownNotifications(registration);
  await display();
  await Promise.all(shows);
  expect(await list).toEqual([{ title: 'Tea' }, { title: 'Rice' }]);
});

test('two notifications are shown at the same time', async () => {
  void showNotification(registration, 'Tea', {});
  void showNotification(registration, 'Rice', {});
  await vi.waitFor(() => {
    expect(chromium.displays).toHaveLength(2);
  });
});

test('a ring is shown although a frozen page holds the lock', async () => {
  void navigator.locks.request('tokibako-notifications', () => new Promise(() => undefined));
  const shown = showNotification(registration, 'Tea', {});
  expect(chromium.displays).toEqual([]);
  await display();
  await shown;
});

test('a list does not wait forever for a notification that is never displayed', async () => {
  void showNotification(registration, 'Tea', {});
  const list = shownNotifications(registration);
  expect(await list).toEqual([]);
});

test('both work in browsers without locks', async () => {
  vi.unstubAllGlobals();
  const shown = showNotification(registration, 'Tea', {});
  await display();
  await shown;
  expect(await shownNotifications(registration)).toEqual([{ title: 'Tea' }]);
});

test('a rejection of the browser is passed on', async () => {
  chromium.showNotification = () => Promise.reject(new TypeError('no permission'));
  await expect(showNotification(registration, 'Tea', {})).rejects.toThrow('no permission');
});

async function display(): Promise<void> {
  await vi.waitFor(() => {
    expect(chromium.displays.length).toBeGreaterThan(0);
  });
  chromium.displays.forEach((displayNow) => {
    displayNow();
  });
}
