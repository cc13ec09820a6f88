// Writes for each language the cities of its clocks, .build/cities/en.json and so on, and every place that its search
// knows besides, .build/places/en.json.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exceptions, otherNames, zoneExceptions } from './city-exceptions.mjs';

const root = join(import.meta.dirname, '..');
const catalogue = join(root, '../config/cities.json');
const zoneNames = join(root, '../config/zone-names.json');
const folder = join(root, '.build/cities');
const placesFolder = join(root, '.build/places');
/** The city of the large clock on every clock page. */
const mainCity = 'tokyo';

/** The zone of most readers of a language, which comes first in its list. */
const homes = {
  ja: ['Asia/Tokyo'],
  en: ['America/New_York', 'Europe/London'],
  zh: ['Asia/Shanghai'],
  hi: ['Asia/Kolkata'],
  es: ['Europe/Madrid', 'America/Mexico_City', 'America/Bogota'],
  fr: ['Europe/Paris'],
  ar: ['Asia/Riyadh', 'Africa/Cairo'],
  pt: ['America/Sao_Paulo', 'Europe/Lisbon'],
  ru: ['Europe/Moscow'],
  id: ['Asia/Jakarta'],
  de: ['Europe/Berlin'],
  tr: ['Europe/Istanbul'],
  ko: ['Asia/Seoul'],
};

/** Of two dates, so that daylight saving time counts half. */
const dates = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];

/** Zones nearest to the home zone come first; equally near ones in the catalogue's order. */
function nearestFirst(cities, zones) {
  const own = zones.map(meanOffset);
  const distance = ({ zone }) => {
    const offset = meanOffset(zone);
    return Math.min(...own.map((home) => Math.abs(offset - home)));
  };
  return cities
    .map((city) => ({ city, away: distance(city) }))
    .sort((one, other) => one.away - other.away)
    .map(({ city }) => city);
}

/** The offset from UTC in minutes. */
function meanOffset(zone) {
  const offsets = dates.map((instant) => {
    const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName').value;
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name);
    if (sign === undefined) return 0;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  });
  return offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length;
}

/** Writes the files of all languages that have a list. */
async function writeCities() {
  const { cities, lists } = JSON.parse(await readFile(catalogue, 'utf8'));
  const byId = new Map(cities.map((city) => [city.id, city]));
  for (const id of otherNames.keys()) {
    if (!byId.has(id)) throw new Error(`config/city-names.json names ${id}, which is no city`);
  }
  const zones = JSON.parse(await readFile(zoneNames, 'utf8'));
  for (const [key, { cldr }] of zoneExceptions) {
    const [zone, language] = key.split(' in ');
    if (zones.find((one) => one.zone === zone)?.names[language] !== cldr) {
      throw new Error(`config/city-names.json: ${key} is not ${cldr} in config/zone-names.json`);
    }
  }
  await mkdir(folder, { recursive: true });
  await mkdir(placesFolder, { recursive: true });
  for (const [language, ids] of Object.entries(lists)) {
    if (!ids.includes(mainCity)) throw new Error(`the list of ${language} lacks ${mainCity}`);
    if (homes[language] === undefined) throw new Error(`nobody is at home in ${language}`);
    const countryNames = new Intl.DisplayNames(language, { type: 'region' });
    const listed = ids.map((id) => {
      const city = byId.get(id);
      if (city === undefined) throw new Error(`the list of ${language} has no city ${id} to name`);
      return city;
    });
    const shown = nearestFirst(listed, homes[language]).map((city) =>
      localised(city, language, countryNames),
    );
    await writeFile(join(folder, `${language}.json`), JSON.stringify(shown));
    const places = [
      ...zones.map((zone) => zonePlace(zone, language, cities)),
      ...cities.map((city) => cityPlace(city, language)),
    ];
    await writeFile(join(placesFolder, `${language}.json`), JSON.stringify(withoutDoubles(places)));
  }
}

function localised(city, language, countryNames) {
  const name = city.names[language];
  if (!name) throw new Error(`${city.id} has no name in ${language}`);
  // Computed here and not in the browser, so that prerendered pages and the browser agree.
  const country = countryNames.of(city.country);
  return {
    id: city.id,
    name,
    otherNames: searchedNames(city, language, [name, country, city.lookup, city.zone]),
    country,
    lookup: city.lookup,
    zone: city.zone,
    latitude: rounded(city.latitude),
    longitude: rounded(city.longitude),
  };
}

/** `[zone, name, country, name of the zone, other names …]`, to be short. */
function zonePlace({ zone, country, names }, language, cities) {
  const byCldr = names[language];
  return [
    zone,
    ourName(zone, byCldr, language, cities),
    country,
    zoneNameIn(zone, language),
    byCldr,
    names.en,
  ];
}

/** The name of a zone: where CLDR's name is that of a city or a zone for which there is an exception, ours. */
function ourName(zone, byCldr, language, cities) {
  const replaced = [
    zoneExceptions.get(`${zone} in ${language}`),
    ...cities
      .filter((city) => city.zone === zone)
      .map(({ id }) => exceptions.get(`${id} in ${language}`)),
  ];
  return replaced.find((exception) => exception?.cldr === byCldr)?.name ?? byCldr;
}

function cityPlace({ id, zone, country, names }, language) {
  const { any = [], [language]: own = [] } = otherNames.get(id) ?? {};
  return [zone, names[language], country, zoneNameIn(zone, language), names.en, ...any, ...own];
}

/** Places of the same name and zone as one; names that say nothing new are left out. */
function withoutDoubles(places) {
  const merged = new Map();
  for (const [zone, name, country, zoneName, ...others] of places) {
    const key = `${zone} ${name}`;
    const known = merged.get(key)?.slice(4) ?? [];
    const news = [...new Set([...known, ...others])].filter((other) => other !== name);
    merged.set(key, [zone, name, country, zoneName, ...news]);
  }
  return [...merged.values()];
}

const zoneNamesKnown = new Map();

/** `Pacific Time`; empty for a zone that has only an offset. */
function zoneNameIn(zone, language) {
  const key = `${language} ${zone}`;
  if (!zoneNamesKnown.has(key)) {
    const options = { timeZone: zone, timeZoneName: 'longGeneric' };
    const parts = new Intl.DateTimeFormat(language, options).formatToParts(dates[0]);
    const name = parts.find(({ type }) => type === 'timeZoneName').value;
    zoneNamesKnown.set(key, /\p{Nd}/u.test(name) ? '' : name);
  }
  return zoneNamesKnown.get(key);
}

/** Additional names for the search, without those that other texts contain anyway. */
function searchedNames(city, language, searched) {
  const others = otherNames.get(city.id) ?? {};
  const replaced = exceptions.get(`${city.id} in ${language}`)?.cldr;
  const names = [replaced, ...(others.any ?? []), ...(others[language] ?? [])];
  const known = searched.join(' ').toLowerCase();
  return [...new Set(names)].filter((name) => name && !known.includes(name.toLowerCase()));
}

/** To a kilometre, which is precise enough for the sun. */
function rounded(degrees) {
  return Math.round(degrees * 100) / 100;
}

/** Called before the tests. */
export const setup = writeCities;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeCities();
