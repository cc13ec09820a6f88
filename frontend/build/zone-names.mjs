// Compares config/zone-names.json with CLDR's cities of all time zones; with --write, updates it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const target = join(import.meta.dirname, '../../config/zone-names.json');
const catalogue = join(import.meta.dirname, '../../config/cities.json');
const [packages, option] = process.argv.slice(2);
if (packages === undefined) {
  throw new Error('name the folder that holds cldr-dates-full and cldr-bcp47');
}

const read = async (file) => JSON.parse(await readFile(file, 'utf8'));
const languages = Object.keys((await read(catalogue)).lists);
const known = (await read(join(packages, 'cldr-bcp47/bcp47/timezone.json'))).keyword.u.tz;
const cities = new Map();
for (const language of languages) {
  const file = join(packages, `cldr-dates-full/main/${language}/timeZoneNames.json`);
  cities.set(language, (await read(file)).main[language].dates.timeZoneNames.zone);
}

/** Places of a country; offsets and zones that were replaced are left out. */
const zones = Object.entries(known).filter(
  ([id, zone]) => zone._alias?.includes('/') && !zone._deprecated && !/^(utc|gmt|unk)/.test(id),
);
const entries = zones
  .map(([id, zone]) => {
    const names = zone._alias.split(' ');
    return {
      zone: zone._iana ?? names[0],
      // The first letters of a zone's short name are those of its country.
      country: zone._region ?? id.slice(0, 2).toUpperCase(),
      names: Object.fromEntries(languages.map((language) => [language, cityOf(names, language)])),
    };
  })
  .sort((one, other) => (one.zone < other.zone ? -1 : 1));

function cityOf(names, language) {
  for (const name of names) {
    const found = name.split('/').reduce((tree, part) => tree?.[part], cities.get(language));
    if (found?.exemplarCity !== undefined) return found.exemplarCity;
  }
  return names[0].split('/').at(-1).replaceAll('_', ' ');
}

const text = `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`;
const isRight = (await readFile(target, 'utf8').catch(() => '')) === text;
console.log(`${entries.length} zones, ${isRight ? 'as in CLDR' : 'not as in CLDR'}`);
if (option === '--write') await writeFile(target, text);
else if (!isRight) process.exitCode = 1;
