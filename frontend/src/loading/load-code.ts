// Fetching code and texts: tried again where it fails, and the page loaded anew where the deployment it is of is gone.
import { reloadForNewCode } from './reload-page';

const quickTries = 3;
const firstWaitMs = 500;
const restMs = 15_000;

/** What is fetched before it is shown. */
export interface Preloadable<Value = unknown> {
  readonly preload: () => Promise<Value>;
}

/** A file that did not come; webpack's own errors have its address under the same name. */
export class LoadError extends Error {
  constructor(
    message: string,
    readonly request: string,
  ) {
    super(message);
  }
}

/** Tries three times within some seconds. Where the file is gone from the server, the page is loaded anew and this never ends. */
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

/** Tries without end, with a rest of 15 to 30 seconds, or until there is a network, after every three tries. */
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

/** Shows what opens at a press once its code is there. Where that does not come nothing opens, and the next press tries again. */
export function whenLoaded<Value>(
  { preload }: Preloadable<Value>,
  open: (value: Value) => void,
): void {
  loadCode(preload).then(open, (failure: unknown) => {
    console.warn(failure);
  });
}

/** Handlers for a button that opens something: its code is fetched when the pointer or the focus arrives. */
export function preloadOnReach({ preload }: Preloadable) {
  const reach = () => {
    // The press tries again.
    preload().catch(() => undefined);
  };
  return { onPointerEnter: reach, onFocus: reach };
}

/** Whether the server says that a file is not there; without a network nobody knows. */
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
