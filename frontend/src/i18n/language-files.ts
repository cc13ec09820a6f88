// The data of languages: from the page itself, or from files.
import { LoadError } from '../loading/load-code';
import { embeddedDataElement, type EmbeddedData, type DataSource } from './language-data';

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
