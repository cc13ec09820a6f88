// Makes one small file of cities for each language out of the catalogue: .build/cities/en.json and so on.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exceptions, otherNames } from './city-exceptions.mjs';

const root = join(import.meta.dirname, '..');
const catalogue = join(root, '../config/cities.json');
const folder = join(root, '.build/cities');
/** The clock that stands large on every clock page. */
const mainCity = 'tokyo';

/** Writes the files of all languages that have a list. */
async function writeCities() {
  const { cities, lists } = JSON.parse(await readFile(catalogue, 'utf8'));
  const byId = new Map(cities.map((city) => [city.id, city]));
  for (const id of otherNames.keys()) {
    if (!byId.has(id)) throw new Error(`config/city-names.json names ${id}, which is no city`);
  }
  await mkdir(folder, { recursive: true });
  for (const [language, ids] of Object.entries(lists)) {
    if (!ids.includes(mainCity)) throw new Error(`the list of ${language} lacks ${mainCity}`);
    const countryNames = new Intl.DisplayNames(language, { type: 'region' });
    const listed = ids.map((id) => {
      const city = byId.get(id);
      if (city === undefined) throw new Error(`the list of ${language} has no city ${id} to name`);
      return localised(city, language, countryNames);
    });
    await writeFile(join(folder, `${language}.json`), JSON.stringify(listed));
  }
}

function localised(city, language, countryNames) {
  const name = city.names[language];
  if (!name) throw new Error(`${city.id} has no name in ${language}`);
  // Named here and not in the browser, so that the prerendered page and the living one agree.
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

/** By which a reader of the language may look for the city, without those that are in a text searched anyway. */
function searchedNames(city, language, searched) {
  const others = otherNames.get(city.id) ?? {};
  const replaced = exceptions.get(`${city.id} in ${language}`)?.cldr;
  const names = [replaced, ...(others.any ?? []), ...(others[language] ?? [])];
  const known = searched.join(' ').toLowerCase();
  return [...new Set(names)].filter((name) => name && !known.includes(name.toLowerCase()));
}

/** To a kilometre, which is enough for the sun. */
function rounded(degrees) {
  return Math.round(degrees * 100) / 100;
}

/** What a run of the tests begins with. */
export const setup = writeCities;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeCities();
