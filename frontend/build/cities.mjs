// Makes one small file of cities for each language out of the catalogue: .build/cities/en.json and so on.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const catalogue = join(root, '../config/cities.json');
const folder = join(root, '.build/cities');
/** The clock that stands large on every clock page. */
const mainCity = 'tokyo';

/** Writes the files of all languages that have a list. */
async function writeCities() {
  const { cities, lists } = JSON.parse(await readFile(catalogue, 'utf8'));
  const byId = new Map(cities.map((city) => [city.id, city]));
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
  return {
    id: city.id,
    name,
    // Named here and not in the browser, so that the prerendered page and the living one agree.
    country: countryNames.of(city.country),
    lookup: city.lookup,
    zone: city.zone,
    latitude: rounded(city.latitude),
    longitude: rounded(city.longitude),
  };
}

/** To a kilometre, which is enough for the sun. */
function rounded(degrees) {
  return Math.round(degrees * 100) / 100;
}

/** What a run of the tests begins with. */
export const setup = writeCities;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeCities();
