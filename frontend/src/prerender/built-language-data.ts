// The compiled texts, cities and places of all languages, as files of the build.
import type { DataFile, DataSource } from '../i18n/language-data';
import type { LanguageCode } from '../i18n/languages';

export const builtLanguageData: DataSource = async (language, file) => {
  const data = (await importOf(language, file)) as { default: unknown };
  return data.default;
};

function importOf(language: LanguageCode, file: DataFile): Promise<unknown> {
  if (file === 'cities') return import(`compiled-cities/${language}.json`);
  if (file === 'places') return import(`compiled-places/${language}.json`);
  return import(`compiled-messages/${language}/${file}.json`);
}
