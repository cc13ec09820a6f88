// Brings the page to life in the browser.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { languageFilesOfPage } from '../api/language-files';
import { takeLanguageDataFrom } from '../i18n/language-data';
import { loadPlace } from './place';
import { Site } from './site';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no element #root');
  takeLanguageDataFrom(languageFilesOfPage());
  const place = await loadPlace(location.pathname);
  const site = (
    <StrictMode>
      <BrowserRouter>
        <Site initial={place} />
      </BrowserRouter>
    </StrictMode>
  );
  // What a page was built for stands in it; one file can answer paths that ask for something else.
  const { page, language } = root.dataset;
  if (page === place.page && language === place.language) hydrateRoot(root, site);
  else createRoot(root).render(site);
}

void start();
