// The site as it lives in a browser, at one of its places.
import { StrictMode, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { loadPlace, type Place } from './place';
import { Site } from './site';

interface LivingSite {
  readonly place: Place;
  readonly site: ReactNode;
}

/** What stands at a path, once all is there that it takes to draw it. */
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
