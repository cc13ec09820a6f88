// Reads config/city-names.json: exceptions to CLDR's names, and additional names for the search.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../config/city-names.json');
const read = JSON.parse(readFileSync(file, 'utf8'));

function exceptionsIn(groups) {
  const found = new Map();
  for (const { reason, names } of groups) {
    for (const [id, byLanguage] of Object.entries(names)) {
      for (const [language, exception] of Object.entries(byLanguage)) {
        const key = `${id} in ${language}`;
        if (!reason || found.has(key) || exception.name === exception.cldr) {
          throw new Error(
            `${key}: an exception needs a reason, once, and a name that is not CLDR's`,
          );
        }
        found.set(key, exception);
      }
    }
  }
  return found;
}

/** By key such as `yangon in ko`: our name of a city, and CLDR's name that it replaces. */
export const exceptions = exceptionsIn(read.exceptions);

/** By key such as `America/Juneau in ar`: our name of a zone that has no city in the catalogue. */
export const zoneExceptions = exceptionsIn(read.zones);

/** By id: additional names in all languages (`any`) and in single ones. */
export const otherNames = new Map(Object.entries(read.otherNames));
