// Data of one language, its texts and its cities: from the page itself, or from files.
import type { LanguageCode } from './languages';
import type { PageId } from '../pages/paths';
import { LoadError } from '../loading/load-code';

export type PageWithTexts = PageId | 'not-found';

/** Dialogs, and the reader of typed texts: theirs are fetched with them. */
export type PartWithTexts = 'account' | 'push' | 'settings' | 'typed';

/** Texts of the whole site, those of a page or of a part that is loaded later, the cities of the clocks, and the places of the search. */
export type DataFile = 'site' | PageWithTexts | PartWithTexts | 'cities' | 'places';

/** The data in a page's HTML, and where to find the rest. */
export interface EmbeddedData {
  readonly language: LanguageCode;
  /** Contains `LANGUAGE/FILE.json` for every language. */
  readonly folder: string;
  readonly files: Readonly<Partial<Record<DataFile, unknown>>>;
}

/** The id of the script element that contains it as JSON. */
export const embeddedDataElement = 'language-data';

export type DataSource = (language: LanguageCode, file: DataFile) => Promise<unknown>;

let source: DataSource = (language, file) =>
  Promise.reject(new Error(`nobody said where ${language}/${file} comes from`));
const fetched = new Map<string, Promise<unknown>>();

/** Sets the source of the data; called first in the browser, in the build and in tests. */
export function takeLanguageDataFrom(other: DataSource): void {
  source = other;
}

/** A file of a language. It is cached; a failed one is requested again. */
export function languageData(language: LanguageCode, file: DataFile): Promise<unknown> {
  const key = `${language}/${file}`;
  const known = fetched.get(key);
  if (known !== undefined) return known;
  const data = source(language, file);
  fetched.set(key, data);
  data.catch(() => fetched.delete(key));
  return data;
}

/** Takes the data from the page if they are there, and fetches others; fails if that fails. */
export function languageFilesOfPage(): DataSource {
  const page = JSON.parse(
    document.getElementById(embeddedDataElement)?.textContent ?? '',
  ) as EmbeddedData;
  return async (language, file) => {
    if (page.language === language && file in page.files) return page.files[file];
    const address = `${page.folder}/${language}/${file}.json`;
    const response = await fetch(address);
    if (!response.ok) throw new LoadError(`${address} answered ${response.status}`, address);
    return (await response.json()) as unknown;
  };
}
