// The floating window: the page's style and language, working buttons, and no effect of its end on the page.
import { act, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { createIntl, RawIntlProvider } from 'react-intl';
import styled from 'styled-components';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastContext } from '../dialogs/toasts';
import { FloatButton } from './float-button';
import { float } from './float';

/** A window without a screen. */
class FakeWindow extends EventTarget {
  readonly document = document.implementation.createHTMLDocument();
  closed = 0;

  close(): void {
    this.closed += 1;
    act(() => {
      this.dispatchEvent(new Event('pagehide'));
    });
  }
}

const intl = createIntl({ locale: 'en', onError: () => undefined });
const showFailure = vi.fn();
const show = () => undefined;
const toasts = { show, showFailure, dismiss: () => undefined, hostIn: () => () => undefined };
let opened: FakeWindow[] = [];
let ended = 0;

beforeEach(() => {
  opened = [];
  ended = 0;
  showFailure.mockReset();
  vi.stubGlobal('documentPictureInPicture', {
    requestWindow: () => {
      const view = new FakeWindow();
      opened.push(view);
      return Promise.resolve(view);
    },
  });
  document.documentElement.className = 'dark';
  document.documentElement.lang = 'ja';
  document.head.innerHTML = '<link rel="stylesheet" href="http://localhost/assets/site.css">';
});

afterEach(() => {
  opened.forEach((view) => {
    view.close();
  });
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
  document.documentElement.className = '';
});

const Coloured = styled.button`
  color: rebeccapurple;
`;

function Counter({ onEnd }: { readonly onEnd?: () => void }) {
  const [count, setCount] = useState(0);
  return (
    <Coloured
      ref={() => onEnd}
      onClick={() => {
        setCount(count + 1);
      }}
    >
      {count}
    </Coloured>
  );
}

async function floatNow(content: ReactNode): Promise<FakeWindow> {
  await act(() => float(content, { title: 'Tea', intl, toasts }));
  const view = opened.at(-1);
  if (view === undefined) throw new Error('nothing was opened');
  return view;
}

test('the window has the style, theme and language of the page, and its buttons work', async () => {
  const { document: target } = await floatNow(<Counter />);
  expect(target.title).toBe('Tea');
  expect(target.documentElement.lang).toBe('ja');
  expect(target.documentElement.className).toBe('dark');
  expect(target.querySelector('link')?.href).toBe('http://localhost/assets/site.css');
  expect(target.querySelector('link')?.getAttributeNames()).toEqual(['rel', 'href']);
  expect(target.querySelectorAll('style')).not.toHaveLength(0);
  const button = target.querySelector('button');
  expect(button?.textContent).toBe('0');
  act(() => {
    button?.click();
  });
  expect(button?.textContent).toBe('1');

  document.documentElement.className = 'light';
  await vi.waitFor(() => {
    expect(target.documentElement.className).toBe('light');
  });
});

test('the next window replaces it, and a closed one is unmounted', async () => {
  const onEnd = () => {
    ended += 1;
  };
  const first = await floatNow(<Counter onEnd={onEnd} />);
  const second = await floatNow(<Counter />);
  expect([first.closed, second.closed, ended]).toEqual([1, 0, 1]);
  expect(first.document.body.textContent).toBe('');
  act(() => {
    window.dispatchEvent(new Event('pagehide'));
  });
  expect([first.closed, second.closed]).toEqual([1, 1]);
});

test('if the browser refuses, a message explains what to do', async () => {
  vi.stubGlobal('documentPictureInPicture', {
    requestWindow: () => Promise.reject(new Error('no')),
  });
  vi.stubGlobal('open', () => null);
  await float(<Counter />, { title: 'Tea', intl, toasts });
  expect(showFailure).toHaveBeenCalledOnce();
});

test.each([
  ['in a browser with floating windows', true, false, true],
  ['in a desktop browser that has only pop-ups', false, true, true],
  ['not on a phone without either', false, false, false],
])('the button is shown: %s', (_, hasOwn, hasMouse, isThere) => {
  if (!hasOwn) vi.stubGlobal('documentPictureInPicture', undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: hasMouse }));
  render(
    <RawIntlProvider value={intl}>
      <ToastContext value={toasts}>
        <FloatButton
          label="Small window"
          title="Tea"
          floating={{ preload: () => Promise.resolve({ float, Content: Counter }) }}
          props={{}}
        />
      </ToastContext>
    </RawIntlProvider>,
  );
  expect(screen.queryByRole('button', { name: 'Small window' }) !== null).toBe(isThere);
});
