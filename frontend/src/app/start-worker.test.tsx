// Starting the service worker, which caches pages unless the visitor saves data.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeSiteConfig, type SiteConfig } from '../browser/site-config';
import { siteConfigOfTests } from '../testing/site-config';
import { startWorker } from './start-worker';

const worker = {
  registered: [] as string[],
  ended: 0,
  told: [] as unknown[],
  /** Callbacks that wait for another language of the page. */
  watchers: [] as (() => void)[],
};

function stubBrowser(connection: { readonly saveData?: boolean } | undefined): void {
  const active = { postMessage: (message: unknown) => worker.told.push(message) };
  const registration = {
    active,
    unregister: () => {
      worker.ended += 1;
      return Promise.resolve(true);
    },
  };
  const container = Object.assign(new EventTarget(), {
    register: (script: string) => {
      worker.registered.push(script);
      return Promise.resolve(registration);
    },
    ready: Promise.resolve(registration),
    getRegistrations: () => Promise.resolve([registration]),
  });
  vi.stubGlobal('navigator', { serviceWorker: container, connection });
}

function configure(serviceWorker: SiteConfig['serviceWorker']): void {
  takeSiteConfig({ ...siteConfigOfTests, serviceWorker });
}

beforeEach(() => {
  Object.assign(worker, { registered: [], ended: 0, told: [], watchers: [] });
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(private readonly watcher: () => void) {}
      observe() {
        worker.watchers.push(this.watcher);
      }
    },
  );
  vi.stubGlobal('requestIdleCallback', (act: () => void) => {
    act();
    return 0;
  });
  document.documentElement.lang = 'de';
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
});

afterEach(() => {
  vi.unstubAllGlobals();
  takeSiteConfig(siteConfigOfTests);
});

test('the worker is told to cache the pages in the language of the page', async () => {
  configure('on');
  stubBrowser(undefined);
  await startWorker();
  await vi.waitUntil(() => worker.told.length > 0);
  expect(worker.registered).toEqual(['/sw.js']);
  expect(worker.told).toEqual([{ keepPagesIn: 'de' }]);
  document.documentElement.lang = 'en';
  worker.watchers.forEach((watcher) => {
    watcher();
  });
  await vi.waitUntil(() => worker.told.length > 1);
  expect(worker.told[1]).toEqual({ keepPagesIn: 'en' });
});

test('with Save-Data the worker is registered for pushes, and caches nothing', async () => {
  configure('on');
  stubBrowser({ saveData: true });
  await startWorker();
  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
  await navigator.serviceWorker.ready;
  expect(worker.registered).toEqual(['/sw.js']);
  expect([worker.told, worker.watchers]).toEqual([[], []]);
});

test('the operator can limit the worker to pushes, or remove it', async () => {
  configure('push-only');
  stubBrowser({ saveData: false });
  await startWorker();
  expect([worker.registered, worker.told]).toEqual([['/sw.js'], []]);

  configure('off');
  vi.stubGlobal('caches', { keys: () => Promise.resolve([]) });
  await startWorker();
  expect([worker.registered, worker.ended]).toEqual([['/sw.js'], 1]);
});

test('a browser that blocks storage, which also refuses workers, is not asked for one', async () => {
  configure('on');
  stubBrowser(undefined);
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse });
  await startWorker();
  expect(worker.registered).toEqual([]);
  vi.unstubAllGlobals();
});
