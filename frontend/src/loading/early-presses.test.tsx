// Presses that come while the page comes alive, in a page that remembers them from its first moment on.
import { startTransition, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerEarlyPresses, leavePressesToReact, rememberPresses } from './early-presses';

const press = vi.fn();
const frame = document.createElement('div');
let root: Root | null = null;

function Page() {
  useEffect(answerEarlyPresses, []);
  return <button onClick={press} />;
}

function button(): HTMLElement {
  const found = document.querySelector('button');
  if (found === null) throw new Error('no button');
  return found;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  press.mockClear();
  frame.innerHTML = renderToString(<Page />);
  document.body.replaceChildren(frame);
  rememberPresses();
});

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** As the site does it. */
function bringToLife(): void {
  leavePressesToReact();
  startTransition(() => {
    root = hydrateRoot(frame, <Page />);
  });
}

test('a press before the page comes alive is answered once it is', async () => {
  button().click();
  bringToLife();
  expect(press).not.toHaveBeenCalled();
  await vi.waitFor(() => {
    expect(window.earlyPresses).toBeUndefined();
  });
  expect(press).toHaveBeenCalledTimes(1);
});

test('a press while the page comes alive is answered at once, and once', async () => {
  bringToLife();
  button().click();
  expect(press).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => {
    expect(window.earlyPresses).toBeUndefined();
  });
  expect(press).toHaveBeenCalledTimes(1);
});
