// Where the focus is in a dialog that opens, and in one that becomes another.
import type { ReactNode } from 'react';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadMessages, type Messages } from '../../i18n/messages';
import { Dialog } from './dialog';
import type { FirstFocus } from './use-first-focus';

let messages: Messages;

beforeAll(async () => {
  messages = await loadMessages('en', 'timer');
});

afterEach(() => {
  vi.restoreAllMocks();
});

interface Shown {
  readonly title: string;
  readonly begins?: FirstFocus;
  /** What stands before the buttons. */
  readonly field?: ReactNode;
  readonly buttons?: readonly string[];
}

function dialog({ title, begins, field, buttons = ['Go'] }: Shown) {
  return (
    <IntlProvider locale="en" messages={messages}>
      <Dialog title={title} onClose={() => undefined} {...(begins && { begins })}>
        <input hidden />
        {field}
        {buttons.map((name) => (
          <button key={name} type="button">
            {name}
          </button>
        ))}
      </Dialog>
    </IntlProvider>
  );
}

const minutes = 'Minutes';
const link = 'Link';
const typed = <input aria-label={minutes} type="text" defaultValue="20" />;
const heading = (name: string) => screen.getByRole('heading', { name });

function touch() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList,
  );
}

test('what is read begins at its heading, with a field in it too', () => {
  render(dialog({ title: 'Settings', field: typed }));
  expect(heading('Settings')).toHaveFocus();
});

test('a form begins at its first field, with what is there selected', () => {
  render(dialog({ title: 'Edit timer', begins: 'field', field: typed }));
  const field = screen.getByLabelText<HTMLInputElement>(minutes);
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 2]);
});

test('under a finger a form begins at its heading: no keyboard covers it', () => {
  touch();
  render(dialog({ title: 'Edit timer', begins: 'field', field: typed }));
  expect(heading('Edit timer')).toHaveFocus();
});

test('a field in which nothing is typed brings no keyboard', () => {
  touch();
  const field = <input aria-label={link} readOnly defaultValue="https://example.org" />;
  render(dialog({ title: 'Copy', begins: 'field', field }));
  expect(screen.getByLabelText(link)).toHaveFocus();
});

test('with another title the focus that went comes back, and one that is kept stays', () => {
  const { rerender } = render(dialog({ title: 'Account', buttons: ['Change password', 'More'] }));
  screen.getByRole('button', { name: 'More' }).focus();
  rerender(dialog({ title: 'Your account', buttons: ['Change password', 'More'] }));
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();

  screen.getByRole('button', { name: 'Change password' }).focus();
  rerender(dialog({ title: 'Change password', begins: 'field', field: typed }));
  expect(screen.getByLabelText(minutes)).toHaveFocus();
  rerender(dialog({ title: 'Account' }));
  expect(heading('Account')).toHaveFocus();
});
