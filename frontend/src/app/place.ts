// A place of the site: a page in a language, with its code and texts loaded.
import type { ComponentType } from 'react';
import { loadCode } from '../loading/load-code';
import { preloadPrerendered } from '../loading/lazy-component';
import { loadCities } from '../i18n/cities';
import type { LanguageCode } from '../i18n/languages';
import { loadMessages, type Messages } from '../i18n/messages';
import { languageOfPath } from '../i18n/paths';
import { pageLoaders, pageOfPath, showsCities, type ShownPage } from './routes';

export interface Place {
  readonly page: ShownPage;
  readonly language: LanguageCode;
  readonly messages: Messages;
  readonly Page: ComponentType;
}

/** Loads the page at a path; what was loaded before is cached. */
export async function loadPlace(path: string): Promise<Place> {
  const page = pageOfPath(path);
  const language = languageOfPath(path);
  const [messages, Page] = await Promise.all([
    loadMessages(language, page),
    pageLoaders[page](),
    showsCities(page) ? loadCities(language) : undefined,
  ]);
  return { page, language, messages, Page };
}

/** Loads a place with its lazy parts, to render it completely; rejects if anything is missing. */
export async function loadWholePlace(path: string): Promise<Place> {
  const place = await loadPlace(path);
  await preloadPrerendered();
  return place;
}

/** Loads a place to navigate to, with retries. A missing lazy part does not delay it, because it loads itself. */
export async function loadNextPlace(path: string): Promise<Place> {
  const place = await loadCode(() => loadPlace(path));
  await preloadPrerendered().catch(() => undefined);
  return place;
}

/** Whether a place is at this path. */
export function standsAt(place: Pick<Place, 'page' | 'language'>, path: string): boolean {
  return place.page === pageOfPath(path) && place.language === languageOfPath(path);
}
