// The line about the sound of the next alarm: before a user gesture, after one, and if the sound fails.
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSounds, FakeAudioContext, installFakeAudio, soundsNow } from '../../testing/fake-audio';
import { FakeServer } from '../../testing/fake-server';
import { renderSite } from '../../testing/render-site';
import { anAlarm } from '../../testing/rows';

const waits = 'This tab may stay silent until you click or tap in it';
const ready = 'Sound is on in this tab';
const failed = /^Couldn’t play the sound/;

beforeEach(() => {
  const server = new FakeServer();
  server.alarms = [
    anAlarm({ id: 1, time: '06:00', nextTrigger: '2030-01-03T21:00:00Z' }),
    anAlarm({ id: 2, sound: 'chime', nextTrigger: '2030-01-02T22:00:00Z' }),
    anAlarm({ id: 3, time: '08:00', nextTrigger: null, enabled: 0 }),
  ];
  server.install();
  installFakeAudio();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('only the next alarm has the line: before a gesture, after a failure, and when sound is ready', async () => {
  FakeAudioContext.allowed = false;
  await renderSite('/alarm/en');
  const line = await screen.findByText(waits);
  const element = line.closest('li') ?? line;
  expect(element).toHaveTextContent('07:00');
  const row = within(element);
  expect(row.queryByRole('status')).not.toBeInTheDocument();

  fireEvent.click(row.getByRole('button', { name: 'Turn on sound' }));
  expect(await row.findByText(failed)).toBeVisible();
  FakeAudioContext.allowed = true;
  fireEvent.click(row.getByRole('button', { name: 'Turn on sound' }));
  expect(await row.findByText(ready)).toBeVisible();
  expect(row.getByRole('status')).toHaveTextContent(ready);

  fireEvent.click(row.getByRole('button', { name: 'Play sound' }));
  expect(await row.findByRole('button', { name: 'Stop sound' })).toBeVisible();
  await vi.waitFor(() => {
    expect(soundsNow()).toEqual(['chime']);
  });
  endSounds();
  expect(await row.findByRole('button', { name: 'Play sound' })).toBeVisible();
});
