// Data of one language: its texts and its cities.
import type { LanguageCode } from './languages';
import type { PageId } from './site-pages';

/** The pages that have texts. */
export type PageWithTexts = PageId | 'not-found';

/** Dialogs whose texts are fetched with them. */
export type DialogWithTexts = 'account' | 'push' | 'settings';

/** Texts of the whole site, those that one page or one of the dialogs has besides, and the cities of the clocks. */
export type DataFile = 'site' | PageWithTexts | DialogWithTexts | 'cities';

/** What a page brings along: data of its language, and where the rest is. */
export interface BroughtAlong {
  readonly language: LanguageCode;
  /** Holds `LANGUAGE/FILE.json` of every language. */
  readonly folder: string;
  readonly files: Readonly<Partial<Record<DataFile, unknown>>>;
}

/** The script element that holds it as JSON. */
export const broughtAlongElement = 'language-data';

export type DataSource = (language: LanguageCode, file: DataFile) => Promise<unknown>;

let source: DataSource = (language, file) =>
  Promise.reject(new Error(`nobody said where ${language}/${file} comes from`));
const fetched = new Map<string, Promise<unknown>>();

/** Says where the data come from; first of all in the browser, in the build and in tests. */
export function takeLanguageDataFrom(other: DataSource): void {
  source = other;
}

/** A file of a language; once there it stays, once it failed it is asked for again. */
export function languageData(language: LanguageCode, file: DataFile): Promise<unknown> {
  const key = `${language}/${file}`;
  const known = fetched.get(key);
  if (known !== undefined) return known;
  const data = source(language, file);
  fetched.set(key, data);
  data.catch(() => fetched.delete(key));
  return data;
}
