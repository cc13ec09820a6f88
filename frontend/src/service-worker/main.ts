// The service worker. Operators can reduce it: see docs/operations.md.
import { answerFromSnapshot, deleteAllBut, fillSnapshot, type WorkerBuild } from './snapshot';
import type { MessageToWorker } from '../push/worker-talk';
import { listenForPushes } from './push';

declare const self: ServiceWorkerGlobalScope & { readonly build: WorkerBuild };

/** In front of the script, so that a browser treats a change of any of its constants as a new worker. */
const { build } = self;

/** Paths that bypass the worker. Not all browsers have `addRoutes`, nor do TypeScript's types. */
interface Routes {
  readonly addRoutes?: (rules: readonly object[]) => Promise<void>;
}

self.addEventListener('install', (event) => {
  // Can replace the old worker at once, because it keeps the files of older pages.
  void self.skipWaiting();
  if (build.level !== 'on') return;
  const api = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' };
  const routed = (event as Routes).addRoutes?.([api]).catch(() => undefined);
  if (routed !== undefined) event.waitUntil(routed);
});

self.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

async function begin(): Promise<void> {
  if (build.level === 'on') {
    await self.registration.navigationPreload.enable();
    return;
  }
  await deleteAllBut([]);
  if (build.level === 'off') await self.registration.unregister();
}

if (build.level !== 'off') listenForPushes(self);

if (build.level === 'on') {
  self.addEventListener('fetch', answerFromSnapshot);
  self.addEventListener('message', (event) => {
    const message = event.data as MessageToWorker;
    if (message.keepPagesIn === undefined) return;
    event.waitUntil(
      fillSnapshot(build, message.keepPagesIn).catch((failure: unknown) => {
        console.warn('pages could not be kept for when there is no network:', failure);
      }),
    );
  });
}
