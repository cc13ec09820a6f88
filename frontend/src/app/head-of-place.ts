// Keeps the document's head on the page that is shown, as the server sends it for that page.
import { useEffect, useRef } from 'react';
import { fetchPageHead } from '../api/page-head';
import { whenIdle } from '../browser/idle';
import { useSiteConfig } from '../browser/site-config';
import { isLanguageCode, type LanguageCode } from '../i18n/languages';
import { localisedPath } from '../i18n/paths';
import { defaultAlternate, manifestPath } from '../i18n/site-addresses';
import { sitePages } from '../i18n/site-pages';
import type { ShownPage } from './routes';

/** What only machines read of a head; title and description are kept by the pages. */
const forMachines = [
  'meta[name="keywords"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'meta[property]',
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'script[type="application/ld+json"]',
].join();

export function useHeadOfPlace(page: ShownPage, language: LanguageCode): void {
  const { origin } = useSiteConfig();
  const place = `${page} ${language}`;
  const placeOfLinks = useRef(place);
  const placeOfHead = useRef(place);

  useEffect(() => {
    const path = sitePages.find(({ id }) => id === page)?.path;
    if (placeOfLinks.current !== place) {
      placeOfLinks.current = place;
      pointTo('link[rel="manifest"]', manifestPath(language));
      if (path !== undefined) pointLinks(origin, path, language);
    }
    if (placeOfHead.current === place) return;
    if (path === undefined) {
      replaceHead(headOfNowhere());
      placeOfHead.current = place;
      return;
    }
    const left = new AbortController();
    const cancel = whenIdle(() => {
      fetchPageHead(localisedPath(path, language), left.signal).then(
        (head) => {
          if (left.signal.aborted) return;
          replaceHead(head);
          placeOfHead.current = place;
        },
        // Without a network nobody indexes or shares the page either.
        () => undefined,
      );
    });
    return () => {
      cancel();
      left.abort();
    };
  }, [origin, place, page, language]);
}

/** The links are known before the rest has come. */
function pointLinks(origin: string, path: string, language: LanguageCode): void {
  const address = (code: LanguageCode) => origin + localisedPath(path, code);
  pointTo('link[rel="canonical"]', address(language));
  document.querySelectorAll<HTMLLinkElement>('link[hreflang]').forEach((link) => {
    link.href = address(isLanguageCode(link.hreflang) ? link.hreflang : defaultAlternate);
  });
}

function pointTo(selector: string, href: string): void {
  const link = document.querySelector<HTMLLinkElement>(selector);
  if (link !== null) link.href = href;
}

function replaceHead(next: ParentNode): void {
  document.head.querySelectorAll(forMachines).forEach((element) => {
    element.remove();
  });
  document.head.append(...next.querySelectorAll(forMachines));
}

function headOfNowhere(): ParentNode {
  const robots = document.createElement('meta');
  robots.name = 'robots';
  robots.content = 'noindex';
  const head = new DocumentFragment();
  head.append(robots);
  return head;
}
