// The data of languages as a page has them: what it brought along, else a file of their own.
import { broughtAlongElement, type BroughtAlong, type DataSource } from '../i18n/language-data';

/** Takes from the page what it brought along, and fetches the rest; fails where that cannot be fetched. */
export function languageFilesOfPage(): DataSource {
  const page = JSON.parse(
    document.getElementById(broughtAlongElement)?.textContent ?? '',
  ) as BroughtAlong;
  return async (language, file) => {
    if (page.language === language && file in page.files) return page.files[file];
    const response = await fetch(`${page.folder}/${language}/${file}.json`);
    if (!response.ok) throw new Error(`${response.url} answered ${String(response.status)}`);
    return (await response.json()) as unknown;
  };
}
