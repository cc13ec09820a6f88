// All HTML pages of the site: the file, the page and language, and the HTML.
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { loadWholePage, type LoadedPage } from '../app/loaded-page';
import { Site } from '../app/site';
import { takeSiteConfig } from '../browser/site-config';
import { defaultLanguage, languageCodes, type LanguageCode } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import { sitePages } from '../pages/site-pages';
import { documentText, type BuiltFiles } from './document';
import { siteConfigPlaceholders } from './site-config-placeholders';

interface HtmlFile {
  /** Below `dist/pages`. */
  readonly file: string;
  readonly html: string;
}

/** All pages in all languages, and the not-found page in each. */
export async function htmlFiles(built: BuiltFiles): Promise<HtmlFile[]> {
  takeSiteConfig(siteConfigPlaceholders('html'));
  const files: HtmlFile[] = [];
  for (const { file, path } of allPaths()) {
    const loaded = await loadWholePage(path);
    files.push({ file, html: await documentText(loaded, rendered(loaded, path), built) });
  }
  return files;
}

function allPaths(): { readonly file: string; readonly path: string }[] {
  return languageCodes.flatMap((language) => [
    ...sitePages.map((page) => {
      const path = localisedPath(page.path, language);
      return { file: path === '/' ? 'index.html' : `${path.slice(1)}.html`, path };
    }),
    notFound(language),
  ]);
}

/** A path that no page has. */
function notFound(language: LanguageCode) {
  const path = localisedPath('/404', language);
  return { file: language === defaultLanguage ? '404.html' : `404/${language}.html`, path };
}

/** The site at a path as rendered by React, and its styles. */
function rendered(loaded: LoadedPage, path: string) {
  const styles = new ServerStyleSheet();
  try {
    const body = renderToString(
      styles.collectStyles(
        <StrictMode>
          <StaticRouter location={path}>
            <Site initial={loaded} />
          </StaticRouter>
        </StrictMode>,
      ),
    );
    return { body, styleTag: styles.getStyleTags() };
  } finally {
    styles.seal();
  }
}
