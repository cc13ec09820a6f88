// Other rings in the pop-up of a timer: each is stopped alone.
import { render, screen } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider } from '../../components/dialogs/toasts';
import { loadMessages } from '../../i18n/messages';
import type { TimerOccurrence } from '../../rings/occurrence';
import { FakeServer } from '../../testing/fake-server';
import type * as answers from './answers';
import { stopRings } from './answers';
import { RingScreen } from './ring-screen';

vi.mock('./answers', async (original) => ({
  ...(await original<typeof answers>()),
  stopRings: vi.fn(),
}));

const tea: TimerOccurrence = {
  kind: 'timer',
  key: 'timer-2',
  id: 2,
  dueAt: 0,
  label: 'Tea',
  sound: 'default',
  totalSeconds: 180,
};
const rice: TimerOccurrence = { ...tea, key: 'timer-3', id: 3, label: 'Rice' };

/** The buttons take no pointer when the ring opens, which is told by a real clock. */
const afterOpening = { pointerEventsCheck: PointerEventsCheckLevel.Never };

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('of two finished timers the other one can be stopped alone', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  render(
    <IntlProvider locale="en" messages={await loadMessages('en', 'home')}>
      <ToastProvider>
        <RingScreen ring={tea} others={[rice]} />
      </ToastProvider>
    </IntlProvider>,
  );
  now.mockReturnValue(10_000);
  const visitor = userEvent.setup(afterOpening);
  await visitor.click(screen.getByRole('button', { name: 'Stop Rice' }));
  expect(stopRings).toHaveBeenCalledExactlyOnceWith([rice]);
  await visitor.click(screen.getByRole('button', { name: 'Stop all' }));
  expect(stopRings).toHaveBeenLastCalledWith([tea, rice]);
});
