// The data of languages as a page has them: what it brought along, else a file of their own.
import { LoadError } from '../loading/load-code';
import { broughtAlongElement, type BroughtAlong, type DataSource } from '../i18n/language-data';

/** Takes from the page what it brought along, and fetches the rest; fails where that cannot be fetched. */
export function languageFilesOfPage(): DataSource {
  const page = JSON.parse(
    document.getElementById(broughtAlongElement)?.textContent ?? '',
  ) as BroughtAlong;
  return async (language, file) => {
    if (page.language === language && file in page.files) return page.files[file];
    const address = `${page.folder}/${language}/${file}.json`;
    const response = await fetch(address);
    if (!response.ok) throw new LoadError(`${address} answered ${response.status}`, address);
    return (await response.json()) as unknown;
  };
}
