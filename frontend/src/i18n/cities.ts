// The cities of the clocks in one language, loaded only by pages that show them.
import { useIntl } from 'react-intl';
import { languageData } from './language-data';
import type { LanguageCode } from './languages';

export interface City {
  readonly id: string;
  /** In the reader's language, like the country's. */
  readonly name: string;
  /** Old and local names and other spellings, for the search. */
  readonly otherNames: readonly string[];
  readonly country: string;
  /** The parameter for the weather: `City,Country`. */
  readonly lookup: string;
  readonly zone: string;
  /** Degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
}

const loaded = new Map<LanguageCode, readonly City[]>();

/** Fetches a language's cities; they stay loaded. */
export async function loadCities(language: LanguageCode): Promise<void> {
  if (loaded.has(language)) return;
  loaded.set(language, (await languageData(language, 'cities')) as readonly City[]);
}

/** The cities of a language; undefined until they are loaded. */
export function loadedCities(language: LanguageCode): readonly City[] {
  return loaded.get(language) ?? [];
}

/** The cities of the page's language, in their order; pages that show them are loaded with them. */
export function useCities(): readonly City[] {
  const { locale } = useIntl();
  const cities = loaded.get(locale);
  if (cities === undefined) throw new Error(`the cities in ${locale} were not loaded`);
  return cities;
}
