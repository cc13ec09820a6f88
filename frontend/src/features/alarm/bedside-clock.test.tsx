// The bedside clock is dimmed by keys, by a pull, and by a slider, down to a brightness that can still be read.
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { renderSite } from '../../testing/render-site';
import { anAlarm } from '../../testing/rows';

beforeEach(() => {
  const server = new FakeServer();
  server.alarms = [anAlarm()];
  server.install();
  Object.assign(document, { exitFullscreen: () => Promise.resolve() });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function openClock() {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Bedside clock' }));
  const clock = await screen.findByRole('dialog', { name: 'Bedside clock' });
  Object.defineProperty(clock, 'clientHeight', { value: 400 });
  return { visitor, clock };
}

test('arrow keys and a pull dim it, and the brightness is remembered', async () => {
  const { visitor, clock } = await openClock();
  fireEvent.keyDown(clock, { key: 'ArrowDown' });
  expect(clock.style.filter).toBe('brightness(95%)');
  fireEvent.pointerDown(clock, { clientY: 100, buttons: 1 });
  for (let y = 101; y <= 200; y++) fireEvent.pointerMove(clock, { clientY: y, buttons: 1 });
  expect(clock.style.filter).toBe('brightness(70%)');
  fireEvent.pointerMove(clock, { clientY: 180, buttons: 0 });
  expect(screen.getByRole('slider', { name: 'Brightness' })).toHaveValue('70');
  for (let press = 0; press < 20; press++) fireEvent.keyDown(clock, { key: 'ArrowDown' });
  expect(clock.style.filter).toBe('brightness(15%)');
  fireEvent.keyDown(clock, { key: 'ArrowUp' });
  expect(localStorage.getItem('bedside-brightness:v1')).toBe('20');
  await visitor.click(screen.getByRole('button', { name: 'Close' }));
  expect(clock).not.toBeInTheDocument();
});

test('a stored value that is no brightness counts as none', async () => {
  localStorage.setItem('bedside-brightness:v1', '"dark"');
  const { clock } = await openClock();
  expect(clock.style.filter).toBe('');
});
