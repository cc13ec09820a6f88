// The site in a browser, at one of its places.
import { StrictMode, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { loadPlace, type Place } from './place';
import { Site } from './site';

interface LivingSite {
  readonly place: Place;
  readonly site: ReactNode;
}

/** The site at a path, once everything that it needs is loaded. */
export async function livingSite(path: string): Promise<LivingSite> {
  const place = await loadPlace(path);
  const site = (
    <StrictMode>
      <BrowserRouter>
        <Site initial={place} />
      </BrowserRouter>
    </StrictMode>
  );
  return { place, site };
}
