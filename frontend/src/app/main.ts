// Brings the page to life in the browser, in steps: at a stretch, a small device would answer nobody meanwhile.
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { languageFilesOfPage } from '../api/language-files';
import { leaveInputToReact } from '../loading/early-input';
import { loadPersistently } from '../loading/load-code';
import { whenIdle } from '../browser/idle';
import { nextTask } from '../browser/next-task';
import { takeLanguageDataFrom } from '../i18n/language-data';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no element #root');
  await nextTask();
  // The code is in this bundle; here it begins to run.
  const { livingSite } = await import(/* webpackMode: "eager" */ './living-site');
  await nextTask();
  takeLanguageDataFrom(languageFilesOfPage());
  const { place, site } = await loadPersistently(() => livingSite(location.pathname));
  await nextTask();
  // The first question of this kind makes the browser read all of its languages.
  Intl.NumberFormat.supportedLocalesOf('ja');
  await nextTask();
  // What a page was built for stands in it; one file can answer paths that ask for something else.
  const { page, language } = root.dataset;
  if (page === place.page && language === place.language) {
    leaveInputToReact();
    // As a transition, as only that is done in steps.
    startTransition(() => {
      hydrateRoot(root, site);
    });
  } else {
    createRoot(root).render(site);
  }
}

/** What works without a network, and what is pushed, is no part of the page that was asked for. */
function startWorkerLater(): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(() => {
    // The next page tries again.
    import(/* webpackChunkName: "start-worker" */ './start-worker')
      .then(({ startWorker }) => startWorker())
      .catch(console.warn);
  });
}

void start().then(startWorkerLater);
