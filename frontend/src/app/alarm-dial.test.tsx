// The dial of the alarm page: its hand sets a time, an alarm’s dot is pulled, and nothing is saved by a release.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeAt } from '../components/faces/dials';
import type { Alarm } from '../model/types';
import { clockText } from '../time/zone-offset';
import { nextTriggerIgnoring } from '../rings/next-trigger';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { anAlarm } from '../testing/rows';
import { visitorZone } from '../time/visitor-zone';

const box = { left: 100, top: 100, width: 400, height: 400 };
const captured = vi.fn();
const vibrate = vi.fn();

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect);
  Element.prototype.setPointerCapture = captured;
  Object.assign(navigator, { vibrate: vibrate.mockReset() });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A pointer at a time of day, at a distance from the centre in hundredths of the radius. */
function pointerAt(time: string, distance = 92) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const { x, y } = placeAt(((hours * 60 + minutes) / 1440 + 0.5) * 60, distance);
  return { clientX: 300 + 2 * x, clientY: 300 + 2 * y, button: 0, isPrimary: true };
}

async function dialOf(path: string) {
  const visitor = await renderSite(path);
  const slider = await screen.findByRole('slider', { name: 'Dial' });
  const band = slider.querySelector('[data-grip]');
  if (band === null) throw new Error('The dial has no band.');
  const line = screen.getByRole('textbox', { name: 'Set an alarm' });
  return { visitor, slider, band, line };
}

/** An alarm at 07:00 that rings within a day. */
function daily(timezone: string, changes: Partial<Alarm>): Alarm {
  const rule = { time: '07:00', repeat: 'daily', timezone } as const;
  const nextTrigger = new Date(nextTriggerIgnoring(rule, Date.now()) ?? NaN).toISOString();
  return anAlarm({ ...rule, nextTrigger, ...changes });
}

const saved = (method: string) => server.sent.find((request) => request.method === method)?.body;

test('a press sets the time there, a release saves nothing, and Save has the focus', async () => {
  const { visitor, slider, band, line } = await dialOf('/alarm/en');
  expect(slider).toHaveAttribute('aria-valuetext', 'Type a time, or drag around the dial.');
  fireEvent.pointerDown(band, pointerAt('07:01'));
  expect(line).toHaveValue('07:00');
  expect(screen.getByText('07:00')).toBeVisible();
  fireEvent.pointerMove(band, pointerAt('06:42'));
  expect(line).toHaveValue('06:40');
  // A coarse pointer: it is released elsewhere than where it was last seen.
  fireEvent.pointerUp(band, pointerAt('06:31'));
  expect(line).toHaveValue('06:30');
  expect(slider).toHaveAttribute('aria-valuenow', '390');
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^Rings in .* at 06:30$/);
  expect(server.writes).toEqual([]);
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveFocus();
  await visitor.keyboard('{Enter}');
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(saved('POST')).toMatchObject({ time: '06:30', repeat: 'once' });
});

test('the hand is taken where it is, moves by minutes far out, and keeps the rule and the name', async () => {
  const { visitor, band, line } = await dialOf('/alarm/en');
  await visitor.type(line, '7 mon-fri Gym');
  await screen.findByText('Gym');
  fireEvent.pointerDown(band, pointerAt('07:11'));
  expect(line).toHaveValue('7 mon-fri Gym');
  fireEvent.pointerMove(band, pointerAt('07:31'));
  expect(line).toHaveValue('07:20 Monday to Friday Gym');
  fireEvent.pointerMove(band, pointerAt('07:34', 150));
  expect(line).toHaveValue('07:23 Monday to Friday Gym');
  fireEvent.pointerUp(band, pointerAt('07:34', 150));
  expect(screen.getByRole('radio', { name: 'Monday to Friday' })).toBeChecked();
});

test('a finger feels each hour, a mouse does not', async () => {
  const { band } = await dialOf('/alarm/en');
  const turn = (pointerType: string) => {
    fireEvent.pointerDown(band, { ...pointerAt('12:30'), pointerType });
    fireEvent.pointerMove(band, { ...pointerAt('13:10'), pointerType });
    fireEvent.pointerMove(band, { ...pointerAt('13:20'), pointerType });
    fireEvent.pointerUp(band, { ...pointerAt('13:20'), pointerType });
  };
  turn('mouse');
  expect(vibrate).not.toHaveBeenCalled();
  turn('touch');
  expect(vibrate).toHaveBeenCalledWith(4);
});

test('an alarm is changed by its dot, and only by “Change”', async () => {
  server.alarms = [daily(visitorZone(), { id: 7, label: 'Monday', sound: 'chime' })];
  const { visitor, band, line } = await dialOf('/alarm/en');
  await screen.findByRole('switch');
  fireEvent.pointerDown(band, pointerAt('07:05', 79));
  expect(line).toHaveValue('07:00 Every day "Monday"');
  fireEvent.pointerMove(band, pointerAt('08:05', 79));
  fireEvent.pointerUp(band, pointerAt('08:05', 79));
  expect(line).toHaveValue('08:00 Every day "Monday"');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Edit alarm/);
  expect(server.writes).toEqual([]);
  await visitor.click(screen.getByRole('radio', { name: 'Doesn’t repeat' }));
  // A name that is also a day stays the name.
  expect(line).toHaveValue('08:00 "Monday"');
  await visitor.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Alarm updated')).toBeVisible();
  expect(server.writes).toEqual(['PATCH /api/alarms/7']);
  expect(saved('PATCH')).toEqual({ time: '08:00', repeat: 'once', date: null });
  expect(line).toHaveValue('');
});

test.each([
  ['in another zone', daily('Asia/Tokyo', {})],
  ['that is snoozed', daily(visitorZone(), { snoozedUntil: '2030-01-01T01:35:00Z' })],
])('the dot of an alarm %s is not pulled', async (_, alarm) => {
  server.alarms = [alarm];
  const { band, line } = await dialOf('/alarm/en');
  await screen.findByRole('switch');
  const ring = clockText(Date.parse(alarm.nextTrigger ?? ''), visitorZone()).slice(0, 5);
  fireEvent.pointerDown(band, pointerAt(ring, 79));
  fireEvent.pointerUp(band, pointerAt(ring, 79));
  expect(line).toHaveValue(ring);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});

test('Escape gives up a change, and the next time is a new alarm', async () => {
  server.alarms = [daily(visitorZone(), { id: 7 })];
  const { visitor, band, line } = await dialOf('/alarm/en');
  await screen.findByRole('switch');
  fireEvent.pointerDown(band, pointerAt('07:00', 79));
  fireEvent.pointerUp(band, pointerAt('07:00', 79));
  expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus();
  await visitor.keyboard('{Escape}');
  expect(line).toHaveValue('');
  expect(line).toHaveFocus();
  await visitor.keyboard('9{Enter}');
  await waitFor(() => {
    expect(server.writes).toEqual(['POST /api/alarms']);
  });
});

test('a time of the dial is given up by Cancel', async () => {
  const { visitor, band, line } = await dialOf('/alarm/en');
  fireEvent.pointerDown(band, pointerAt('07:00'));
  fireEvent.pointerUp(band, pointerAt('07:00'));
  await visitor.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(line).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Add alarm' })).toBeVisible();
});

test('the swipes of a screen reader, which arrive as arrow keys, move the hand', async () => {
  const { slider, band, line } = await dialOf('/alarm/en');
  fireEvent.pointerDown(band, pointerAt('07:00'));
  fireEvent.pointerUp(band, pointerAt('07:00'));
  fireEvent.keyDown(slider, { key: 'ArrowUp' });
  expect(line).toHaveValue('07:05');
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(line).toHaveValue('07:00');
  fireEvent.keyDown(slider, { key: 'PageDown' });
  expect(line).toHaveValue('06:00');
});
