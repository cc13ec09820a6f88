// The site in a browser, at one of its pages.
import { StrictMode, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { loadPage, type LoadedPage } from './loaded-page';
import { Site } from './site';

interface SiteInBrowser {
  readonly shown: LoadedPage;
  readonly site: ReactNode;
}

/** The site at a path, once everything that it needs is loaded. */
export async function loadSite(path: string): Promise<SiteInBrowser> {
  const shown = await loadPage(path);
  const site = (
    <StrictMode>
      <BrowserRouter>
        <Site initial={shown} />
      </BrowserRouter>
    </StrictMode>
  );
  return { shown, site };
}
