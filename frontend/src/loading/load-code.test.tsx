// Code that fails to load: retries, and one reload of the page if its deployment is gone.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCode, loadFailed, loadPersistently, LoadError, whenLoaded } from './load-code';

const chunk = '/assets/footer.0123456789.js';
const load = vi.fn<() => Promise<string>>();
const server = vi.fn<typeof fetch>();
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset().mockRejectedValue(new LoadError('lost', chunk));
  server.mockReset().mockResolvedValue(new Response(null, { status: 404 }));
  reload.mockReset();
  vi.stubGlobal('fetch', server);
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(console, 'warn').mockReturnValue();
  history.replaceState(null, '');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** The outcome of loading within half a minute. */
async function outcomeOf(loading: Promise<string>): Promise<string> {
  let outcome = 'pending';
  loading.then(
    (value) => (outcome = value),
    (failure: unknown) => (outcome = String(failure)),
  );
  await vi.advanceTimersByTimeAsync(30_000);
  return outcome;
}

test('the third try succeeds after two failures', async () => {
  load.mockRejectedValueOnce(new Error('1')).mockRejectedValueOnce(new Error('2'));
  load.mockResolvedValueOnce('code');
  expect(await outcomeOf(loadCode(load))).toBe('code');
  expect(server).not.toHaveBeenCalled();
});

test('if the server no longer has the code, the page is reloaded after three tries, and only once', async () => {
  expect(await outcomeOf(loadCode(load))).toBe('pending');
  expect(load).toHaveBeenCalledTimes(3);
  expect(server).toHaveBeenCalledWith(chunk, { method: 'HEAD', cache: 'no-store' });
  expect(reload).toHaveBeenCalledTimes(1);
  expect(await outcomeOf(loadCode(load))).toBe('Error: lost');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the reload keeps the state of the history entry', async () => {
  history.replaceState({ key: 'abc' }, '');
  await outcomeOf(loadCode(load));
  expect(history.state).toMatchObject({ key: 'abc' });
});

test.each([
  ['without a network', () => Promise.reject(new TypeError('no network'))],
  ['while the server has the file', () => Promise.resolve(new Response(null, { status: 200 }))],
  ['while the server fails', () => Promise.resolve(new Response(null, { status: 503 }))],
])('the page is not reloaded %s', async (_, answer) => {
  server.mockImplementation(answer);
  expect(await outcomeOf(loadCode(load))).toBe('Error: lost');
  expect(reload).not.toHaveBeenCalled();
});

test('an error in the code itself does not reload the page', async () => {
  load.mockRejectedValue(new TypeError('a bug'));
  expect(await outcomeOf(loadCode(load))).toBe('TypeError: a bug');
  expect(server).not.toHaveBeenCalled();
});

test('the page is not reloaded during a ring, but after it is answered', async () => {
  document.body.innerHTML = '<dialog open></dialog>';
  const loading = loadPersistently(load);
  expect(await outcomeOf(loading)).toBe('pending');
  expect(reload).not.toHaveBeenCalled();
  document.body.replaceChildren();
  await outcomeOf(loading);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('loading is retried at once when the network is back', async () => {
  server.mockRejectedValue(new TypeError('no network'));
  const loading = loadPersistently(load);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(3);
  load.mockResolvedValue('code');
  dispatchEvent(new Event('online'));
  expect(await loading).toBe('code');
});

test('a press whose code cannot be loaded says so, and the next one tries again', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  const [open, said] = [vi.fn(), vi.fn()];
  addEventListener(loadFailed, said);
  whenLoaded({ preload: load }, open);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([open.mock.calls.length, said.mock.calls.length]).toEqual([0, 1]);

  load.mockResolvedValue('code');
  whenLoaded({ preload: load }, open);
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveBeenCalledExactlyOnceWith('code');
  expect(said).toHaveBeenCalledOnce();
  removeEventListener(loadFailed, said);
});

test('a button is busy until what it opens is loaded, or cannot be; code that is here changes nothing', async () => {
  const button = document.createElement('button');
  document.body.append(button);
  const open = vi.fn();
  const busy = () => button.getAttribute('aria-busy');
  button.onclick = () => {
    whenLoaded({ preload: load }, open);
  };
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  button.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(busy()).toBe('true');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(busy()).toBeNull();

  load.mockResolvedValue('code');
  const changes = vi.spyOn(button, 'setAttribute');
  button.click();
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveBeenCalledOnce();
  expect(changes).not.toHaveBeenCalled();
});

test('while the item of a menu is loaded that is gone, the button of the menu is busy', async () => {
  document.body.innerHTML = '<button>Menu</button><button>Item</button>';
  const [menu, item] = document.querySelectorAll('button');
  item?.addEventListener('click', () => {
    menu?.focus();
    item.remove();
    whenLoaded({ preload: () => new Promise(() => undefined) }, vi.fn());
  });
  item?.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(menu).toHaveAttribute('aria-busy', 'true');
});
