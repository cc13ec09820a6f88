// An alarm with the visitor's own sound: chosen, replaced and removed in its dialog, and shown in its row.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeAudio } from '../../testing/fake-audio';
import { FakeServer } from '../../testing/fake-server';
import { emptyStores } from '../../testing/fake-indexed-store';
import { renderSite } from '../../testing/render-site';

vi.mock('../../browser/indexed-store', () => import('../../testing/fake-indexed-store'));

let server: FakeServer;

beforeEach(() => {
  emptyStores();
  server = new FakeServer().install();
  installFakeAudio();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a file is chosen for a new alarm, stored on this device, and removed again', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  const field = within(dialog).getByLabelText('Sound');
  const choose = (content: string, name: string) => {
    const input = dialog.querySelector('input[type="file"]');
    if (input === null) throw new Error('there is no field for a file');
    fireEvent.change(input, { target: { files: [new File([content], name)] } });
  };

  await visitor.selectOptions(field, 'Your own sound');
  expect(await within(dialog).findByText(/^Your file isn’t on this device/)).toBeVisible();
  fireEvent(
    dialog.querySelector('input[type="file"]') ?? dialog,
    new Event('cancel', { bubbles: true }),
  );
  expect(dialog).toBeVisible();
  choose('noise', 'noise.mp3');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('can’t play this file');
  choose('tune', 'Morning tune.mp3');
  expect(await within(field).findByRole('option', { name: 'Morning tune' })).toBeVisible();
  expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
  expect(within(dialog).queryByText(/^There’s no file/)).not.toBeInTheDocument();

  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(server.alarms).toMatchObject([{ sound: 'own' }]);

  await visitor.click(screen.getByRole('button', { name: /^Edit alarm/ }));
  const edited = await screen.findByRole('dialog', { name: 'Edit alarm' });
  await visitor.click(await within(edited).findByRole('button', { name: 'Remove the file' }));
  await waitFor(() => {
    expect(within(edited).getByRole('button', { name: 'Choose a file…' })).toHaveFocus();
  });
});
