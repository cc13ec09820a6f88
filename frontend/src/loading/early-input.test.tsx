// Clicks and input before and during hydration, which the page records from its beginning.
import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToReadableStream } from 'react-dom/server.browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordEarlyInput, leaveInputToReact, replayInput } from './early-input';
import { lazyComponent } from './lazy-component';

const press = vi.fn();
const submit = vi.fn();
const frame = document.createElement('div');
let root: Root | null = null;
/** Delivers the code of the lazy part. */
let deliver: () => void;
let Part: ComponentType;

function Tool() {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState('listed');
  const [unit, setUnit] = useState('C');
  const [name, setName] = useState('');
  return (
    <>
      <button data-in-part="" onClick={press} />
      <input
        type="search"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
        }}
      />
      <select
        value={order}
        onChange={({ target }) => {
          setOrder(target.value);
        }}
      >
        <option value="listed" />
        <option value="name" />
      </select>
      {['C', 'F'].map((value) => (
        <input
          key={value}
          type="radio"
          name="unit"
          value={value}
          checked={value === unit}
          onChange={() => {
            setUnit(value);
          }}
        />
      ))}
      <output>{[search, order, unit].join()}</output>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(name);
        }}
      >
        <input
          name="name"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
          }}
        />
        <button />
      </form>
    </>
  );
}

function Page() {
  useEffect(replayInput, []);
  return (
    <>
      <button data-in-page="" onClick={press} />
      <Part />
    </>
  );
}

function found(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return element;
}

function searchField(): HTMLInputElement {
  return found('input[type=search]') as HTMLInputElement;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  press.mockClear();
  submit.mockClear();
  Part = lazyComponent(() => Promise.resolve(Tool), { hydrate: 'at-once' });
  const stream = await renderToReadableStream(<Page />);
  await stream.allReady;
  frame.innerHTML = await new Response(stream).text();
  document.body.replaceChildren(frame);
  const code = new Promise<ComponentType>((resolve) => {
    deliver = () => {
      resolve(Tool);
    };
  });
  Part = lazyComponent(() => code, { hydrate: 'at-once' });
  recordEarlyInput();
});

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Hydrates as the site does. */
function hydrate(): void {
  leaveInputToReact();
  startTransition(() => {
    root = hydrateRoot(frame, <Page />);
  });
}

async function pageIsHydrated(): Promise<void> {
  await vi.waitFor(() => {
    expect(Object.keys(found('[data-in-page]')).join()).toContain('__reactProps');
  });
}

async function allIsReplayed(): Promise<void> {
  await vi.waitFor(() => {
    expect(window.earlyInput).toBeUndefined();
  });
}

test('a button that is clicked before hydration is busy until its click is replayed', async () => {
  found('[data-in-part]').click();
  expect(found('[data-in-part]')).toHaveAttribute('aria-busy', 'true');
  hydrate();
  await pageIsHydrated();
  expect(found('[data-in-part]')).toHaveAttribute('aria-busy', 'true');
  found('[data-in-page]').click();
  expect(found('[data-in-page]')).not.toHaveAttribute('aria-busy');
  deliver();
  await allIsReplayed();
  expect(found('[data-in-part]')).not.toHaveAttribute('aria-busy');
  expect(press).toHaveBeenCalledTimes(2);
});

test('repeated clicks before hydration are replayed once', async () => {
  found('[data-in-page]').click();
  found('[data-in-page]').click();
  hydrate();
  expect(press).not.toHaveBeenCalled();
  await pageIsHydrated();
  await vi.waitFor(() => {
    expect(press).toHaveBeenCalledTimes(1);
  });
  deliver();
  await allIsReplayed();
  expect(press).toHaveBeenCalledTimes(1);
});

test('a click during hydration is handled by React and not replayed', async () => {
  hydrate();
  found('[data-in-page]').click();
  expect(press).toHaveBeenCalledTimes(1);
  deliver();
  await allIsReplayed();
  expect(press).toHaveBeenCalledTimes(1);
});

test.each(['before', 'after'])(
  'a click in a part whose code is loading, %s the page is hydrated, waits for the part',
  async (moment) => {
    if (moment === 'before') found('[data-in-part]').click();
    hydrate();
    await pageIsHydrated();
    if (moment === 'after') found('[data-in-part]').click();
    expect(press).not.toHaveBeenCalled();
    deliver();
    await allIsReplayed();
    expect(press).toHaveBeenCalledTimes(1);
  },
);

test('text and choices entered before hydration are kept, in the fields and in the state', async () => {
  const search = searchField();
  hydrate();
  await pageIsHydrated();
  search.focus();
  search.value = 'lon';
  search.dispatchEvent(new InputEvent('input', { bubbles: true }));
  const order = found('select') as HTMLSelectElement;
  order.value = 'name';
  order.dispatchEvent(new Event('change', { bubbles: true }));
  found('[value=F]').click();
  deliver();
  await allIsReplayed();
  await vi.waitFor(() => {
    expect(found('output').textContent).toBe('lon,name,F');
  });
  expect(search).toHaveValue('lon');
  expect(order).toHaveValue('name');
  expect(found('[value=F]')).toBeChecked();
});

test.each(['without a button', 'by its button'])(
  'a form that is submitted %s before hydration is not sent, but handled once with what was typed',
  async (way) => {
    const name = found('[name=name]') as HTMLInputElement;
    name.value = 'tea';
    name.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const sent = vi.fn<(event: Event) => void>();
    addEventListener('submit', sent, { once: true });
    if (way === 'by its button') found('form button').click();
    else
      found('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    expect(sent.mock.calls[0]?.[0].defaultPrevented).toBe(true);
    hydrate();
    deliver();
    await allIsReplayed();
    await vi.waitFor(() => {
      expect(submit).toHaveBeenCalled();
    });
    expect(submit.mock.calls).toEqual([['tea']]);
  },
);

test('input elsewhere is forgotten while the code of a part does not come', async () => {
  hydrate();
  await pageIsHydrated();
  for (let presses = 0; presses < 3; presses += 1) found('[data-in-page]').click();
  found('[data-in-part]').click();
  // The recorders of the tests before are there, too.
  expect(new Set(window.earlyInput).size).toBe(1);
  expect(press).toHaveBeenCalledTimes(3);
  deliver();
  await allIsReplayed();
  await vi.waitFor(() => {
    expect(press).toHaveBeenCalledTimes(4);
  });
});
