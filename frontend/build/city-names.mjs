// Compares the names in config/cities.json with CLDR's; with --write, updates them.
//
// A city whose English name is CLDR's exemplar city of its zone has CLDR's name in every language, unless
// config/city-names.json makes an exception. Other cities, such as Beijing in the zone of Shanghai, keep the
// catalogue's names.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exceptions } from './city-exceptions.mjs';

const catalogueFile = join(import.meta.dirname, '../../config/cities.json');
const [packages, option] = process.argv.slice(2);
if (packages === undefined) {
  throw new Error('name the folder that holds cldr-dates-full and cldr-bcp47');
}

const read = async (file) => JSON.parse(await readFile(file, 'utf8'));
const catalogue = await read(catalogueFile);
const languages = Object.keys(catalogue.lists);

const zones = await read(join(packages, 'cldr-bcp47/bcp47/timezone.json'));
const otherNames = Object.values(zones.keyword.u.tz)
  .map((zone) => (zone._alias ?? '').split(' '))
  .filter((names) => names.length > 1);

const exemplars = new Map();
for (const language of languages) {
  const file = join(packages, `cldr-dates-full/main/${language}/timeZoneNames.json`);
  exemplars.set(language, (await read(file)).main[language].dates.timeZoneNames.zone);
}

/** CLDR's city of a zone; if there is none, the last part of the zone's name. */
function exemplarCity(zone, language) {
  const names = [zone, ...(otherNames.find((known) => known.includes(zone)) ?? [])];
  for (const name of names) {
    const found = name.split('/').reduce((tree, part) => tree?.[part], exemplars.get(language));
    if (found?.exemplarCity !== undefined) return found.exemplarCity;
  }
  return zone.split('/').at(-1).replaceAll('_', ' ');
}

const own = [];
let different = 0;
const unread = new Set(exceptions.keys());

/** The name in a language: CLDR's, or the exception. */
function nameOf(city, language) {
  const byCldr = exemplarCity(city.zone, language);
  const key = `${city.id} in ${language}`;
  const exception = exceptions.get(key);
  if (exception === undefined) return byCldr;
  unread.delete(key);
  // CLDR's name has changed since the exception was made: somebody has to check whether it is still needed.
  if (exception.cldr !== byCldr) {
    throw new Error(`${key}: an exception to ${exception.cldr}, but CLDR has ${byCldr}`);
  }
  return exception.name;
}

for (const city of catalogue.cities) {
  if (city.names.en !== undefined && city.names.en !== exemplarCity(city.zone, 'en')) {
    own.push(city.id);
    continue;
  }
  for (const language of languages) {
    const name = nameOf(city, language);
    if (city.names[language] === name) continue;
    different += 1;
    console.log(`${city.id} in ${language}: ${city.names[language]}, to be ${name}`);
    city.names[language] = name;
  }
}
console.log(
  `${catalogue.cities.length} cities, ${own.length} with names of their own: ${own.join(', ')}`,
);
console.log(`${different} names differ from CLDR's and the ${exceptions.size} exceptions to them`);
if (unread.size > 0) throw new Error(`exceptions to no name of CLDR: ${[...unread].join(', ')}`);
if (option === '--write') {
  await writeFile(catalogueFile, `${JSON.stringify(catalogue, null, 2)}\n`);
} else if (different > 0) {
  process.exitCode = 1;
}
