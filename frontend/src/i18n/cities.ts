// The cities of the clocks, in one language: loaded only where they are shown, and only in that language.
import { use } from 'react';
import { useIntl } from 'react-intl';
import type { LanguageCode } from './languages';

export interface City {
  readonly id: string;
  /** In the reader's language, like the country's. */
  readonly name: string;
  readonly country: string;
  /** What the weather is asked by: `City,Country`. */
  readonly lookup: string;
  /** An IANA name. */
  readonly zone: string;
  /** Degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
}

const loaded = new Map<LanguageCode, readonly City[]>();
const loading = new Map<LanguageCode, Promise<readonly City[]>>();

/** Fetches a language's cities; they stay loaded. A page that is to have them at once awaits this first. */
export function loadCities(language: LanguageCode): Promise<readonly City[]> {
  let cities = loading.get(language);
  if (cities === undefined) {
    cities = fetchCities(language);
    loading.set(language, cities);
  }
  return cities;
}

/** The cities of the page's language, in their order; waits for them like a page for its code. */
export function useCities(): readonly City[] {
  const { locale } = useIntl();
  return loaded.get(locale) ?? use(loadCities(locale));
}

async function fetchCities(language: LanguageCode): Promise<readonly City[]> {
  try {
    const { default: cities } = await loaders[language]();
    loaded.set(language, cities);
    return cities;
  } catch (failure) {
    // The next visit to the page tries again.
    loading.delete(language);
    throw failure;
  }
}

const loaders: Record<LanguageCode, () => Promise<{ default: readonly City[] }>> = {
  ja: () => import(/* webpackChunkName: "cities-ja" */ 'compiled-cities/ja.json'),
  en: () => import(/* webpackChunkName: "cities-en" */ 'compiled-cities/en.json'),
  zh: () => import(/* webpackChunkName: "cities-zh" */ 'compiled-cities/zh.json'),
  hi: () => import(/* webpackChunkName: "cities-hi" */ 'compiled-cities/hi.json'),
  es: () => import(/* webpackChunkName: "cities-es" */ 'compiled-cities/es.json'),
  fr: () => import(/* webpackChunkName: "cities-fr" */ 'compiled-cities/fr.json'),
  ar: () => import(/* webpackChunkName: "cities-ar" */ 'compiled-cities/ar.json'),
  pt: () => import(/* webpackChunkName: "cities-pt" */ 'compiled-cities/pt.json'),
  ru: () => import(/* webpackChunkName: "cities-ru" */ 'compiled-cities/ru.json'),
  id: () => import(/* webpackChunkName: "cities-id" */ 'compiled-cities/id.json'),
  de: () => import(/* webpackChunkName: "cities-de" */ 'compiled-cities/de.json'),
  tr: () => import(/* webpackChunkName: "cities-tr" */ 'compiled-cities/tr.json'),
  ko: () => import(/* webpackChunkName: "cities-ko" */ 'compiled-cities/ko.json'),
};
