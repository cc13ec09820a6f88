// The compiled texts and cities of all languages, as files of the build.
import type { DataSource } from '../i18n/language-data';

export const builtLanguageData: DataSource = async (language, file) => {
  const data = (await (file === 'cities'
    ? import(`compiled-cities/${language}.json`)
    : import(`compiled-messages/${language}/${file}.json`))) as { default: unknown };
  return data.default;
};
