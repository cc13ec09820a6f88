// Keeps the links of the document's head on the page that is shown, as the server sends them for it.
import { useEffect } from 'react';
import { useSiteConfig } from '../hooks/site-config';
import { isOffered, type OfferedLanguage } from '../i18n/languages';
import { localisedPath } from '../i18n/paths';
import { defaultAlternate, manifestPath } from '../i18n/site-addresses';
import { sitePages } from '../i18n/site-pages';
import type { ShownPage } from './routes';

export function useHeadOfPlace(page: ShownPage, language: OfferedLanguage): void {
  const { origin } = useSiteConfig();
  useEffect(() => {
    const path = sitePages.find(({ id }) => id === page)?.path;
    if (path === undefined) return;
    const address = (code: OfferedLanguage) => origin + localisedPath(path, code);
    pointTo('link[rel="canonical"]', address(language));
    pointTo('link[rel="manifest"]', manifestPath(language));
    document.querySelectorAll<HTMLLinkElement>('link[hreflang]').forEach((link) => {
      link.href = address(isOffered(link.hreflang) ? link.hreflang : defaultAlternate);
    });
  }, [origin, page, language]);
}

function pointTo(selector: string, href: string): void {
  const link = document.querySelector<HTMLLinkElement>(selector);
  if (link !== null) link.href = href;
}
