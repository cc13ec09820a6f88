// Devices that do not ring are named beside the next alarm.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserId } from '../../identity/browser-id';
import type { PushDevice } from '../../model/types';
import { ringDeviceId } from '../../push/push-support';
import { FakeServer } from '../../testing/fake-server';
import { renderSite } from '../../testing/render-site';
import { anAlarm } from '../../testing/rows';

// What is kept of this device: without it, it has no push.
vi.mock('../../push/ring-device', () => ({
  ringDevice: () => Promise.resolve({ id: 'd-1', browserId: browserId(), language: 'en' }),
  storeRingDevice: () => Promise.resolve(),
}));

const phone: PushDevice = {
  id: 'd-2',
  state: 'failing',
  service: 'apple',
  language: 'en',
  hideLabels: false,
  ringFor: 600,
  unshownRings: 2,
  lastAcceptedAt: '2026-11-20T07:00:00Z',
  lastShownAt: null,
  createdAt: '2026-11-20T07:00:00Z',
};
const desk: PushDevice = { ...phone, id: 'd-1', state: 'active', service: 'mozilla' };
const asked: string[] = [];

beforeEach(() => {
  const server = new FakeServer();
  server.alarms = [
    anAlarm({ id: 1 }),
    anAlarm({ id: 2, time: '08:00', nextTrigger: null, enabled: 0 }),
  ];
  server.install();
  const others = fetch;
  asked.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!path.startsWith('/api/push')) return others(path, init);
    asked.push(path);
    const offer = { enabled: true, publicKey: 'AQID' };
    return Promise.resolve(Response.json(path === '/api/push' ? offer : [desk, phone]));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a device that shows no rings is named beside the next alarm, with what to do', async () => {
  ringDeviceId.write('d-1');
  await renderSite('/alarm/en');
  const line = await screen.findByText(/^Safari may not ring: .* Open Tokibako on that device/);
  expect(line.closest('li')).toHaveTextContent('07:00');
  expect(screen.queryByText(/^Firefox/)).not.toBeInTheDocument();
});

test('a browser without devices asks for none', async () => {
  await renderSite('/alarm/en');
  expect(await screen.findByText('08:00')).toBeVisible();
  expect(asked).toEqual([]);
});
