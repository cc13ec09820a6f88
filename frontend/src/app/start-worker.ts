// Registers the service worker when the page is loaded, tells it which language to cache, and checks for updates.
import { deferInstallPrompt } from '../push/install-prompt';
import { whenIdle } from '../browser/idle';
import { deleteCachedPages } from '../browser/cached-pages';
import { siteConfig } from '../browser/site-config';
import { isStorageBlocked } from '../browser/stored-value';
import { isLanguageCode } from '../i18n/languages';
import type { MessageToWorker } from '../push/worker-talk';

/** The Network Information API, which not all browsers have. */
interface Connection {
  readonly connection?: { readonly saveData?: boolean };
}

const script = '/sw.js';
/** How often a page that stays open, as on a home screen, checks for an update. */
const checkEveryMs = 10 * 60_000;

/** Registers or removes the worker, depending on the operator's setting. */
export async function startWorker(): Promise<void> {
  deferInstallPrompt();
  // Such a browser refuses workers, too, and reports each attempt as an error of the page.
  if (isStorageBlocked()) return;
  const { serviceWorker: level } = siteConfig();
  if (level === 'off') {
    await endWorker();
    return;
  }
  await loaded();
  const container = navigator.serviceWorker;
  await container.register(script, { updateViaCache: 'none' });
  checkForUpdates();
  if (level !== 'on' || (navigator as Connection).connection?.saveData === true) return;
  const keep = () => {
    whenIdle(keepPages);
  };
  keep();
  container.addEventListener('controllerchange', keep);
  const attributeFilter = ['lang'];
  new MutationObserver(keep).observe(document.documentElement, { attributeFilter });
}

/** Removes the worker of an earlier visit and deletes its caches. */
async function endWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await deleteCachedPages();
}

function keepPages(): void {
  const { lang } = document.documentElement;
  if (!isLanguageCode(lang)) return;
  const message: MessageToWorker = { keepPagesIn: lang };
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message));
}

function checkForUpdates(): void {
  let checkedAt = Date.now();
  const check = () => {
    if (Date.now() - checkedAt < checkEveryMs) return;
    checkedAt = Date.now();
    void navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined);
  };
  addEventListener('pageshow', check);
  addEventListener('focus', check);
}

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else
      addEventListener(
        'load',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}
