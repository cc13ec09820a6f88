// Labels in pop-ups are isolated from the text direction of the page, so that no character moves to the other side.
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { ToastProvider } from '../../components/dialogs/toasts';
import { loadMessages } from '../../i18n/messages';
import { RingScreen } from './ring-screen';
import type { AlarmOccurrence, TimerOccurrence } from '../../rings/occurrence';

const alarm: AlarmOccurrence = {
  kind: 'alarm',
  key: 'alarm-1',
  id: 1,
  dueAt: 0,
  label: 'Wake up!',
  sound: 'default',
  time: '07:00',
  snoozeMinutes: 5,
  schedule: '',
};
const timer: TimerOccurrence = {
  kind: 'timer',
  key: 'timer-2',
  id: 2,
  dueAt: 0,
  label: 'Tea?',
  sound: 'default',
  totalSeconds: 180,
};

async function renderInArabic(popUp: ReactNode) {
  const messages = await loadMessages('ar', 'home');
  render(
    <IntlProvider locale="ar" messages={messages}>
      <ToastProvider>{popUp}</ToastProvider>
    </IntlProvider>,
  );
}

test.each([
  ['an alarm', <RingScreen key="alarm" ring={alarm} others={[timer]} />],
  ['a timer', <RingScreen key="timer" ring={timer} others={[alarm]} />],
])('the labels of %s and of other rings are isolated', async (_, popUp) => {
  await renderInArabic(popUp);
  expect(screen.getByText('Wake up!').tagName).toBe('BDI');
  expect(screen.getByText('Tea?').tagName).toBe('BDI');
});
