// What config/city-names.json says of the names of cities: exceptions to CLDR's, and by which others people look for them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../config/city-names.json');
const read = JSON.parse(readFileSync(file, 'utf8'));

/** By `yangon in ko`: our name, and the one of CLDR that it replaces. */
export const exceptions = new Map();
for (const { reason, names } of read.exceptions) {
  for (const [id, byLanguage] of Object.entries(names)) {
    for (const [language, exception] of Object.entries(byLanguage)) {
      const key = `${id} in ${language}`;
      if (!reason || exceptions.has(key) || exception.name === exception.cldr) {
        throw new Error(`${key}: an exception needs a reason, once, and a name that is not CLDR's`);
      }
      exceptions.set(key, exception);
    }
  }
}

/** By id: other names in all languages (`any`) and in one. */
export const otherNames = new Map(Object.entries(read.otherNames));
