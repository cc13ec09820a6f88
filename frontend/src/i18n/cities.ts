// The cities of the clocks, in one language: loaded only where they are shown, and only in that language.
import { useIntl } from 'react-intl';
import { languageData } from './language-data';
import type { LanguageCode } from './languages';

export interface City {
  readonly id: string;
  /** In the reader's language, like the country's. */
  readonly name: string;
  /** Old, local and otherwise written ones, by which it is found. */
  readonly otherNames: readonly string[];
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

/** Fetches a language's cities; they stay loaded. */
export async function loadCities(language: LanguageCode): Promise<void> {
  if (loaded.has(language)) return;
  loaded.set(language, (await languageData(language, 'cities')) as readonly City[]);
}

/** The cities of a language as far as they are loaded. */
export function loadedCities(language: LanguageCode): readonly City[] {
  return loaded.get(language) ?? [];
}

/** The cities of the page's language, in their order; a page that shows them comes with them. */
export function useCities(): readonly City[] {
  const { locale } = useIntl();
  const cities = loaded.get(locale);
  if (cities === undefined) throw new Error(`the cities in ${locale} were not loaded`);
  return cities;
}
