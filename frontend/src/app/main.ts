// Hydrates the page in steps: in one task, a slow device would not respond meanwhile.
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { languageFilesOfPage, takeLanguageDataFrom } from '../i18n/language-data';
import { leaveInputToReact } from '../loading/early-input';
import { loadPersistently } from '../loading/load-code';
import { whenIdle } from '../browser/idle';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no element #root');
  await nextTask();
  // The code is in this bundle; it is only evaluated here.
  const { loadSite } = await import(/* webpackMode: "eager" */ './site');
  await nextTask();
  takeLanguageDataFrom(languageFilesOfPage());
  const { shown, site } = await loadPersistently(() => loadSite(location.pathname));
  await nextTask();
  // The first call of this kind makes the browser load all its languages.
  Intl.NumberFormat.supportedLocalesOf('ja');
  await nextTask();
  // The page and language that the HTML was built for; one file can answer several paths.
  const { page, language } = root.dataset;
  if (page === shown.page && language === shown.language) {
    leaveInputToReact();
    // Only a transition hydrates in steps.
    startTransition(() => {
      hydrateRoot(root, site);
    });
  } else {
    createRoot(root).render(site);
  }
}

/** Resolves in a new task, before which the browser can paint and respond. Unlike a timer, it is not delayed in a hidden tab. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The service worker is not needed for the page itself. */
function startWorkerLater(): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(() => {
    // If it fails, the next page tries again.
    import(/* webpackChunkName: "start-worker" */ './start-worker')
      .then(({ startWorker }) => startWorker())
      .catch(console.warn);
  });
}

void start().then(startWorkerLater);
