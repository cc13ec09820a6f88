// Loads code and texts, with retries. If the deployment of the page is gone, the page is reloaded.

/** The build's hash, which webpack inserts; undefined in tests. */
declare const __webpack_hash__: string | undefined;

const quickTries = 3;
const firstWaitMs = 500;
const restMs = 15_000;

/** Something that can be loaded ahead. */
export interface Preloadable<Value = unknown> {
  readonly preload: () => Promise<Value>;
}

/** A file that could not be loaded; webpack's own errors have its URL in the same property. */
export class LoadError extends Error {
  constructor(
    message: string,
    readonly request: string,
  ) {
    super(message);
  }
}

/**
 * Tries three times within some seconds. If the server no longer has the file, the page is reloaded and the promise
 * stays pending.
 */
export async function loadCode<Value>(load: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (failure) {
      if (tries < quickTries) {
        await wait(firstWaitMs * 2 ** (tries - 1) * (1 + Math.random()));
      } else {
        if ((await isGone(failure)) && reloadForNewCode()) await new Promise(() => undefined);
        throw failure;
      }
    }
  }
}

/** Retries for ever. After every three attempts it waits 15 to 30 seconds, or until the network is back. */
export async function loadPersistently<Value>(load: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await loadCode(load);
    } catch (failure) {
      console.warn(failure);
      await wait(restMs * (1 + Math.random()));
    }
  }
}

/** An event of the window: what was pressed could not be loaded. */
export const loadFailed = 'load-failed';

/** Reports that what was pressed could not be loaded. */
export function reportLoadFailure(failure: unknown): void {
  console.warn(failure);
  dispatchEvent(new Event(loadFailed));
}

/** An event of the element that was pressed, which bubbles: its code is being loaded, until the promise in `detail` settles. */
export const pressLoads = 'press-loads';

/**
 * Opens something when its code is loaded. Until then the button that is being pressed is busy, and its further presses do
 * nothing. If loading fails, the page says so, and the next press tries again.
 */
export function whenLoaded<Value>(
  { preload }: Preloadable<Value>,
  open: (value: Value) => void,
): void {
  // oxlint-disable-next-line typescript/no-deprecated -- every handler would have to pass its event on; all browsers have it
  const target = window.event?.target;
  let pressed = target instanceof Element ? target.closest('button') : null;
  if (pressed?.getAttribute('aria-busy') === 'true') return;
  const loading = loadCode(preload);
  // Code that is here already opens within this task.
  const timeout = setTimeout(() => {
    // The item of a menu is gone, and the button of the menu has the focus.
    if (pressed?.isConnected === false) pressed = document.activeElement?.closest('button') ?? null;
    pressed?.setAttribute('aria-busy', 'true');
    pressed?.dispatchEvent(new CustomEvent(pressLoads, { bubbles: true, detail: loading }));
  });
  void loading.then(open, reportLoadFailure).finally(() => {
    clearTimeout(timeout);
    pressed?.removeAttribute('aria-busy');
  });
}

/**
 * Event handlers for a button that opens something: its code is fetched when the pointer or the focus reaches the
 * button.
 */
export function preloadOnHoverOrFocus({ preload }: Preloadable) {
  const reach = () => {
    // The press tries again.
    preload().catch(() => undefined);
  };
  return { onPointerEnter: reach, onFocus: reach };
}

/** Whether the server answers that the file does not exist; false without a network. */
async function isGone(failure: unknown): Promise<boolean> {
  if (!(failure instanceof Error) || !('request' in failure)) return false;
  if (typeof failure.request !== 'string') return false;
  try {
    const { status } = await fetch(failure.request, { method: 'HEAD', cache: 'no-store' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timeout);
      removeEventListener('online', done);
      resolve();
    };
    const timeout = setTimeout(done, ms);
    addEventListener('online', done);
  });
}

/**
 * Reloads the page, once per build. Does nothing while a dialog is open, because it may show a ring or contain input.
 * Returns whether the page is being reloaded.
 */
function reloadForNewCode(): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  const build = typeof __webpack_hash__ === 'string' ? __webpack_hash__ : 'none';
  const state = history.state as { readonly reloadedFrom?: string } | null;
  // The reloaded page lacks code as well, so an old deployment is not the cause.
  if (state?.reloadedFrom === build) return false;
  history.replaceState({ ...state, reloadedFrom: build }, '');
  location.reload();
  return true;
}
