// A page in a language, with its code and texts loaded.
import type { ComponentType } from 'react';
import type { IntlShape } from 'react-intl';
import { loadCode } from '../loading/load-code';
import { preloadPrerendered } from '../loading/lazy-component';
import { loadCities } from '../i18n/cities';
import type { LanguageCode } from '../i18n/languages';
import { intlWithLatinDigits, loadMessages, type Messages } from '../i18n/messages';
import { languageOfPath } from '../pages/paths';
import { pageLoaders, pageOfPath, showsCities, type ShownPage } from './routes';

export interface LoadedPage {
  readonly page: ShownPage;
  readonly language: LanguageCode;
  readonly messages: Messages;
  readonly intl: IntlShape;
  readonly Page: ComponentType;
}

/** Loads the page at a path; what was loaded before is cached. */
export async function loadPage(path: string): Promise<LoadedPage> {
  const page = pageOfPath(path);
  const language = languageOfPath(path);
  const [messages, Page] = await Promise.all([
    loadMessages(language, page),
    pageLoaders[page](),
    showsCities(page) ? loadCities(language) : undefined,
  ]);
  return { page, language, messages, intl: intlWithLatinDigits(language, messages), Page };
}

/** Loads a page with its lazy parts, to render it completely; rejects if anything is missing. */
export async function loadWholePage(path: string): Promise<LoadedPage> {
  const loaded = await loadPage(path);
  await preloadPrerendered();
  return loaded;
}

/** Loads a page to navigate to, with retries. A missing lazy part does not delay it, because it loads itself. */
export async function loadNextPage(path: string): Promise<LoadedPage> {
  const loaded = await loadCode(() => loadPage(path));
  await preloadPrerendered().catch(() => undefined);
  return loaded;
}

export function isAtPath(loaded: Pick<LoadedPage, 'page' | 'language'>, path: string): boolean {
  return loaded.page === pageOfPath(path) && loaded.language === languageOfPath(path);
}
