// Rings with the site closed: turned on by a person, shown by the worker, answered in the notification or on the page.
import type { BrowserContext, Page } from '@playwright/test';
import { wholeLaunchOptions } from './browser';
import { watchPageErrors } from './page-errors';
import { deliver, endpoint, press, preparePush, shownIn, test, workerOf } from './push';
import { expectNoViolations } from './axe';
import { expectSettled } from './settled';
import { expect, expectSounds, ringOf } from './visitor';

test.use({ launchOptions: wholeLaunchOptions });

const texts = { missed: 'Missed', unsent: 'Not sent yet', snoozed: 'Snoozed until {time}' };

/** The server's part: what it is told, and what it says of this browser's devices. */
class PushServer {
  readonly told: {
    method: string;
    path: string;
    body: unknown;
    headers: Record<string, string>;
  }[] = [];
  state: 'pending' | 'active' = 'pending';

  async standIn(context: BrowserContext): Promise<this> {
    const offer = { enabled: true, publicKey: 'AQID' };
    await context.route('**/api/push', (route) => route.fulfill({ json: offer }));
    await context.route('**/api/push/devices**', (route) => {
      const request = route.request();
      const { pathname: path } = new URL(request.url());
      const method = request.method();
      if (method === 'GET') return route.fulfill({ json: this.devices() });
      const body = request.postDataJSON() as unknown;
      this.told.push({ method, path, body, headers: request.headers() });
      if (path.endsWith('/confirm')) this.state = 'active';
      if (method === 'DELETE') return route.fulfill({ status: 204 });
      return route.fulfill({ status: method === 'PUT' ? 202 : 200, json: { state: this.state } });
    });
    return this;
  }

  /** The device that was put last. */
  get device(): string {
    const put = this.told.findLast(({ method }) => method === 'PUT');
    return put?.path.split('/').at(-1) ?? 'none';
  }

  get calls(): string[] {
    return this.told.map(({ method, path }) => `${method} ${path.replace(this.device, 'own')}`);
  }

  private devices(): object[] {
    const removed = this.told.at(-1)?.method === 'DELETE';
    if (this.device === 'none' || removed) return [];
    const never = { lastAcceptedAt: null, lastShownAt: null, createdAt: new Date().toISOString() };
    const { state } = this;
    return [
      {
        id: this.device,
        state,
        service: 'google',
        hideLabels: false,
        ringFor: 600,
        unshownRings: 0,
        ...never,
      },
    ];
  }
}

function ringNotification(id: number, scheduledFor: string) {
  return {
    title: 'Tea',
    body: 'Time’s up',
    lang: 'en',
    dir: 'ltr',
    tag: `timer-${String(id)}`,
    silent: false,
    navigate: '/timer/en',
    actions: [{ action: 'stop', title: 'Stop' }],
    data: { ring: { kind: 'timer', id, scheduledFor, device: 'd-1', token: 'secret' }, texts },
  };
}

/** The clock that the page has stored for the worker. */
async function hoursForWorker(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('ring-device:v1');
        opening.onsuccess = () => {
          const found = opening.result.transaction('kept').objectStore('kept').get('device');
          found.onsuccess = () => {
            const { hours } = found.result as { readonly hours?: unknown };
            resolve(hours === undefined ? '24-hour' : '12-hour');
            opening.result.close();
          };
        };
      }),
  );
}

/** Turns it on for this device, as a person and the first push do. */
async function turnOn(page: Page, server: PushServer): Promise<void> {
  await page.getByRole('button', { name: 'Ring even when this site is closed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ring when this site is closed' });
  await dialog.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(dialog).toContainText('Waiting for the first notification');
  const hello = { device: server.device, code: '1234' };
  await deliver(page, { notification: { title: 'This device can ring', data: { hello } } });
  await expect(dialog.getByText('On for this device')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('it is turned on by a press, confirmed by the first push, tested and removed', async ({
  context,
  page,
  visitor,
}) => {
  await preparePush(context);
  const server = await new PushServer().standIn(context);
  await visitor.listen(page, '/alarm/en');
  await workerOf(page);
  expect(server.calls).toEqual([]);

  await page.getByRole('button', { name: 'Ring even when this site is closed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ring when this site is closed' });
  await expect(dialog).toContainText('your browser has to be running');
  await expectNoViolations(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(dialog).toContainText('Waiting for the first notification');
  expect(server.told[0]?.body).toMatchObject({
    endpoint,
    language: 'en',
    hideLabels: false,
    ringFor: 600,
  });

  const hello = { device: server.device, code: '1234' };
  await deliver(page, { notification: { title: 'This device can ring', data: { hello } } });
  await expect(dialog.getByText('On for this device')).toBeVisible();
  expect(server.calls).toEqual(['PUT /api/push/devices/own', 'POST /api/push/devices/own/confirm']);
  expect(server.told[1]?.headers['x-browser-id']).toBe(server.told[0]?.headers['x-browser-id']);
  expect(await shownIn(page)).toMatchObject([{ title: 'This device can ring' }]);
  await expectNoViolations(page, { within: 'dialog' });

  await dialog.getByRole('button', { name: /^Test Chrome/ }).click();
  await expect(page.getByText('Test notification in 5 seconds', { exact: true })).toBeVisible();
  await page.reload();
  await expectSettled(page);
  // Nothing has changed, and nothing is told.
  expect(server.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);

  await page.getByRole('button', { name: 'Notifications for this device' }).click();
  await dialog.getByRole('button', { name: /^Remove Chrome/ }).click();
  await expect(dialog.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
  expect(server.calls.at(-1)).toBe('DELETE /api/push/devices/own');
  expect(await page.evaluate(() => localStorage.getItem('ring-device-id:v1'))).toBeNull();
  await expect.poll(() => shownIn(page)).toEqual([]);
});

test('a ring that a page sounds is shown silent, and gone when it is stopped there', async ({
  context,
  page,
  visitor,
}) => {
  await preparePush(context);
  const heard: unknown[] = [];
  await context.route('**/api/rings/heard', (route) => {
    heard.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  const server = await new PushServer().standIn(context);
  await visitor.listen(page, '/timer/en');
  await turnOn(page, server);
  const timer = await visitor.setTimer({ seconds: 2, label: 'Tea' });
  await expect(ringOf(page, 'Tea')).toBeVisible();
  await expectSounds([page], 1);
  const scheduledFor = timer.endsAt ?? '';
  await deliver(page, { notification: ringNotification(timer.id, scheduledFor) });
  await expect
    .poll(() => shownIn(page))
    .toContainEqual(expect.objectContaining({ title: 'Tea', silent: true }));
  await expect
    .poll(() => heard)
    .toContainEqual({
      kind: 'timer',
      id: timer.id,
      scheduledFor: new Date(scheduledFor).toISOString(),
      device: server.device,
    });

  await ringOf(page, 'Tea').getByRole('button', { name: 'Stop' }).click();
  await expect
    .poll(async () => (await shownIn(page)).filter(({ title }) => title === 'Tea'))
    .toEqual([]);
});

test('with no page open a ring stays with its buttons, and one answered elsewhere is replaced', async ({
  context,
  page,
  visitor,
}) => {
  await preparePush(context);
  const answers: { body: unknown; token: string | undefined }[] = [];
  await context.route('**/api/rings/heard', (route) => route.fulfill({ status: 204 }));
  await context.route('**/api/rings/answer', (route) => {
    const request = route.request();
    answers.push({ body: request.postDataJSON(), token: request.headers().authorization });
    return route.fulfill({ json: { answer: 'stop', at: '', snoozedUntil: null } });
  });
  await visitor.listen(page, '/timer/en');
  await workerOf(page);
  const scheduledFor = new Date().toISOString();
  const notification = ringNotification(1, scheduledFor);
  await deliver(page, { web_push: 8030, notification });
  await expect
    .poll(() => shownIn(page))
    .toEqual([
      {
        title: 'Tea',
        body: 'Time’s up',
        tag: 'timer-1',
        lang: 'en',
        dir: 'ltr',
        silent: false,
        requireInteraction: true,
        actions: ['stop'],
      },
    ]);

  const stop = { kind: 'timer', id: 1, scheduledFor, answer: 'stop', snoozedUntil: null };
  const stopped = {
    ...notification,
    body: 'Stopped on another device',
    actions: [],
    data: { stop },
  };
  // A page that is seen would close it at once.
  await page.goto('about:blank');
  const other = await visitor.open('/api/docs');
  await deliver(other, { notification: { ...stopped, silent: true } });
  await expect
    .poll(() => shownIn(other))
    .toMatchObject([
      { body: 'Stopped on another device', silent: true, requireInteraction: false, actions: [] },
    ]);

  await deliver(other, { notification: ringNotification(2, scheduledFor) });
  await expect.poll(async () => (await shownIn(other)).length).toBe(2);
  await press(other, 'stop', 'timer-2');
  await expect
    .poll(() => answers)
    .toEqual([
      { body: { kind: 'timer', id: 2, scheduledFor, answer: 'stop' }, token: 'Bearer secret' },
    ]);
  await expect.poll(() => shownIn(other)).toMatchObject([{ tag: 'timer-1' }]);
});

test('notifications have the hours that were chosen, also with no page open', async ({
  context,
  page,
  visitor,
}) => {
  await preparePush(context);
  await context.route('**/api/rings/heard', (route) => route.fulfill({ status: 204 }));
  const server = await new PushServer().standIn(context);
  await visitor.listen(page, '/alarm/en');
  await turnOn(page, server);
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const ringIn = async (hours: '12-hour' | '24-hour', id: number) => {
    await settings.getByText(hours, { exact: true }).click();
    await expect.poll(() => hoursForWorker(page)).toBe(hours);
    const other = await visitor.open('/api/docs');
    const { data, ...ring } = ringNotification(id, new Date().toISOString());
    const notification = { ...ring, body: 'Alarm · 19:05', data: { ...data, time: '19:05' } };
    await deliver(other, { notification });
    await expect.poll(async () => (await shownIn(other)).map(({ tag }) => tag)).toContain(ring.tag);
    const shown = (await shownIn(other)).find(({ tag }) => tag === ring.tag);
    return shown?.body.replaceAll(/\s/g, ' ');
  };
  expect(await ringIn('12-hour', 1)).toBe('Alarm · 7:05 PM');
  expect(await ringIn('24-hour', 2)).toBe('Alarm · 19:05');
  expect(server.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
});

test('where the server sends no pushes the dialog says so, and nothing else changes', async ({
  context,
  page,
  visitor,
}) => {
  const errors = await watchPageErrors(page);
  const offer = { enabled: false, publicKey: null };
  await context.route('**/api/push', (route) => route.fulfill({ json: offer }));
  await visitor.listen(page, '/timer/en');
  await page.getByRole('button', { name: 'Ring even when this site is closed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ring when this site is closed' });
  await expect(dialog).toContainText('The operator of this site hasn’t set up notifications.');
  await expect(dialog.getByRole('button', { name: 'Turn on for this device' })).toBeHidden();
  errors.expectNone();
});

test('the site can be installed from the pages of each language', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  for (const path of ['/timer', '/timer/en', '/timer/ar']) {
    await page.goto(path);
    await workerOf(page);
    const { errors, manifest } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(manifest.scope ?? '').toMatch(/\/$/);
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    // Nothing is in the way but that a test's visitor browses in private.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  }
});
