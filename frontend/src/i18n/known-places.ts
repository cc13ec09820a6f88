// Every place that a search knows, in one language: the cities of all zones, and of the whole catalogue. Loaded only
// when somebody searches, or chooses a zone.
import { useEffect, useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { languageData } from './language-data';
import type { LanguageCode } from './languages';
import { isKnownZone } from '../time/zone-identity';

export interface KnownPlace {
  readonly zone: string;
  /** In the reader's language, like the country's. */
  readonly name: string;
  readonly country: string;
  /** `Pacific Time`; empty if the zone has no such name. */
  readonly zoneName: string;
  /** English, old and local names. */
  readonly otherNames: readonly string[];
}

type PlaceRow = readonly [
  zone: string,
  name: string,
  country: string,
  zoneName: string,
  ...otherNames: string[],
];

const none: readonly KnownPlace[] = [];
const loaded = new Map<LanguageCode, readonly KnownPlace[]>();

/** Fetches the places of a language; they stay loaded. */
export async function loadKnownPlaces(language: LanguageCode): Promise<readonly KnownPlace[]> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const rows = (await languageData(language, 'places')) as readonly PlaceRow[];
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  // Asking for each zone would take long; most have the browser's names.
  const supported = new Set(Intl.supportedValuesOf('timeZone'));
  const places = rows
    // A browser with an old time zone database cannot show all of them.
    .filter(([zone]) => supported.has(zone) || isKnownZone(zone))
    .map(([zone, name, country, zoneName, ...otherNames]) => ({
      zone,
      name,
      country: countries.of(country) ?? '',
      zoneName,
      otherNames,
    }));
  loaded.set(language, places);
  return places;
}

/** The places of the page's language once they are `wanted`; none until they are loaded. */
export function useKnownPlaces(wanted: boolean): readonly KnownPlace[] {
  const { locale } = useIntl();
  const [places, setPlaces] = useState(loaded.get(locale) ?? none);
  useEffect(() => {
    if (!wanted || places !== none) return undefined;
    let isGone = false;
    loadKnownPlaces(locale).then(
      (all) => {
        if (!isGone) setPlaces(all);
      },
      (failure: unknown) => {
        console.warn(failure);
      },
    );
    return () => {
      isGone = true;
    };
  }, [locale, wanted, places]);
  return places;
}

/** `Vienna, Austria`; `Singapore` alone, because its country has the same name. */
export function placeText(intl: IntlShape, city: string, country: string): string {
  // `Myanmar (Burma)`
  const short = country.replace(/\s*[(（].*$/, '');
  const isSame = short.toLocaleLowerCase(intl.locale).includes(city.toLocaleLowerCase(intl.locale));
  return short === '' || isSame
    ? city
    : intl.formatMessage({ id: 'clocks.place' }, { city, country: short });
}
