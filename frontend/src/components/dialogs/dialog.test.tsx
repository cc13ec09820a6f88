// The focus in a dialog that opens, and in one whose content is replaced.
import type { ReactNode } from 'react';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadMessages, type Messages } from '../../i18n/messages';
import { Dialog, type FirstFocus } from './dialog';

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
  /** The content before the buttons. */
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

test('a dialog for reading focuses its heading, even if it contains a field', () => {
  render(dialog({ title: 'Settings', field: typed }));
  expect(heading('Settings')).toHaveFocus();
});

test('a form focuses its first field and selects the text in it', () => {
  render(dialog({ title: 'Edit timer', begins: 'field', field: typed }));
  const field = screen.getByLabelText<HTMLInputElement>(minutes);
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 2]);
});

test('a form opened by touch focuses its heading, so that no keyboard covers it', () => {
  touch();
  render(dialog({ title: 'Edit timer', begins: 'field', field: typed }));
  expect(heading('Edit timer')).toHaveFocus();
});

test('a first field without text input is focused even after touch', () => {
  touch();
  const field = <input aria-label={link} readOnly defaultValue="https://example.org" />;
  render(dialog({ title: 'Copy', begins: 'field', field }));
  expect(screen.getByLabelText(link)).toHaveFocus();
});

test('after a change of the title a lost focus returns to the heading, and a present one stays', () => {
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
