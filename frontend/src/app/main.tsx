// Brings the page to life in the browser.
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { languageFilesOfPage } from '../api/language-files';
import { leavePressesToReact } from '../hooks/early-presses';
import { nextTask } from '../hooks/next-task';
import { takeLanguageDataFrom } from '../i18n/language-data';
import { languageOfPath } from '../i18n/paths';
import { loadPlace } from './place';
import { Site } from './site';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no element #root');
  // What follows would be one long task on a small device, in which the page answers nobody.
  await nextTask();
  takeLanguageDataFrom(languageFilesOfPage());
  const place = await loadPlace(location.pathname);
  await nextTask();
  // The first question of this kind makes the browser read all of its languages.
  Intl.NumberFormat.supportedLocalesOf(languageOfPath(location.pathname));
  await nextTask();
  const site = (
    <StrictMode>
      <BrowserRouter>
        <Site initial={place} />
      </BrowserRouter>
    </StrictMode>
  );
  // What a page was built for stands in it; one file can answer paths that ask for something else.
  const { page, language } = root.dataset;
  if (page === place.page && language === place.language) {
    leavePressesToReact();
    // As a transition, as only that is done in steps.
    startTransition(() => {
      hydrateRoot(root, site);
    });
  } else {
    createRoot(root).render(site);
  }
}

void start();
