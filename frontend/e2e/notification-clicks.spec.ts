// Presses on notifications as a desktop passes them on: only those let a service worker open a window.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { wholeLaunchOptions } from './browser';
import { NotificationDesk } from './notification-desk';
import { deliver, preparePush } from './push';
import { leave, test, turnOn } from './pushing-server';
import { expect, ringOf, visitorAt } from './visitor';

const minuteMs = 60_000;

test('Stop, Snooze and a press beside them do what they say, with the site closed', async ({
  pushes,
  request,
  server,
}) => {
  // An alarm rings at a full minute.
  test.setTimeout(240_000);
  const desk = await NotificationDesk.open();
  const profile = await mkdtemp(join(tmpdir(), 'tokibako-desk-'));
  // Notifications of a context without a profile go to no desktop.
  const context = await chromium.launchPersistentContext(profile, {
    ...wholeLaunchOptions,
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: desk.address },
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Asia/Tokyo',
  });
  try {
    const device = pushes.subscribe();
    const visitor = await visitorAt(context, request);
    await preparePush(context, device);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto('/timer/en');
    await turnOn(page, device);
    await leave(page);

    const due = new Date(Math.ceil((Date.now() + 15_000) / minuteMs) * minuteMs);
    const time = due.toISOString().slice(11, 16);
    await visitor.setAlarm({ time, timezone: 'UTC', label: 'Wake' });

    // Stop answers, and opens nothing.
    await visitor.setTimer({ seconds: 1, label: 'Tea' });
    await deliver(page, await device.next('ring'));
    const tea = await desk.shown('Tea');
    expect(tea).toMatchObject({ timeout: 0, urgency: 2 });
    desk.press(tea, 'Stop');
    await expect
      .poll(async () => (await visitor.rings()).map(({ answered }) => answered?.answer))
      .toEqual(['stop']);
    expect(context.pages()).toHaveLength(1);

    // A press beside the buttons opens one window, where it rings.
    await visitor.setTimer({ seconds: 1, label: 'Rice' });
    await deliver(page, await device.next('ring'));
    const opened = context.waitForEvent('page', { timeout: 15_000 });
    desk.press(await desk.shown('Rice'), null);
    const site = await opened;
    await expect(ringOf(site, 'Rice')).toBeVisible({ timeout: 30_000 });
    // With a window open it is that one that comes to the front.
    await deliver(page, { notification: { title: 'Look', tag: 'look', navigate: '/timer/en' } });
    const look = await desk.shown('Look');
    // Here every page counts as focused, but the worker announces it.
    const announced = await site.evaluateHandle(() => ({
      byWorker: new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if ((data as { readonly tells?: unknown }).tells === 'look') resolve();
        });
      }),
    }));
    desk.press(look, null);
    await announced.evaluate(({ byWorker }) => byWorker);
    expect(context.pages()).toHaveLength(2);
    await site.close();

    await expect.poll(() => device.waiting.length, { timeout: 2 * minuteMs }).toBeGreaterThan(0);
    await deliver(page, await device.next('ring'));
    const wake = await desk.shown('Wake');
    const [snooze = '', stop] = wake.actions.map(([, says]) => says);
    expect([snooze, stop]).toEqual([expect.stringMatching(/^Snooze 5\smin$/), 'Stop']);
    const pressedAt = Date.now();
    desk.press(wake, snooze);
    const snoozedForMs = async () => {
      const [alarm] = await visitor.alarms();
      return Date.parse(alarm?.snoozedUntil ?? '') - pressedAt;
    };
    await expect.poll(snoozedForMs).toBeGreaterThan(5 * minuteMs - 1_000);
    expect(await snoozedForMs()).toBeLessThan(5 * minuteMs + 3_000);
    await desk.shown('Wake', 'Snoozed until');
    expect(context.pages()).toHaveLength(1);

    // Of two rings that nobody answers, the one that a person dismisses does not come again.
    for (const label of ['Eggs', 'Soup']) {
      await visitor.setTimer({ seconds: 1, label });
      await deliver(page, await device.next('ring'));
      await desk.shown(label);
    }
    desk.dismiss(await desk.shown('Eggs'));
    await expect.poll(() => device.waiting.length, { timeout: minuteMs }).toBeGreaterThan(0);
    const again = await device.next('ring');
    expect(again).toMatchObject({ notification: { title: 'Soup', data: { ring: { repeat: 1 } } } });
    await deliver(page, again);
    const unanswered = async () => {
      const rings = await visitor.rings();
      return rings.filter(({ answered }) => !answered).map(({ label }) => label);
    };
    // It sounds every few seconds, each time as a new notification of the desktop.
    await expect(async () => {
      desk.press(await desk.shown('Soup'), 'Stop');
      expect(await unanswered()).toEqual(['Rice', 'Eggs']);
    }).toPass();
  } finally {
    await context.close();
    desk.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
