// Keeps the document's head the same as the server would send it for the page that is shown.
import { useEffect, useRef } from 'react';
import { useSiteConfig } from '../browser/site-config';
import { whenIdle } from '../browser/idle';
import { manifestPath } from '../pages/paths';
import { loadPersistently } from '../loading/load-code';
import type { LoadedPage } from './loaded-page';

/** The pages themselves keep the title and the description. */
export function useDocumentHead({
  page,
  language,
  messages,
}: Omit<LoadedPage, 'intl' | 'Page'>): void {
  const { origin, operator } = useSiteConfig();
  const key = `${page} ${language}`;
  const headKey = useRef(key);

  useEffect(() => {
    if (headKey.current === key) return;
    document
      .querySelector<HTMLLinkElement>('link[rel="manifest"]')
      ?.setAttribute('href', manifestPath(language));
    let left = false;
    const cancel = whenIdle(() => {
      void loadPersistently(() => import(/* webpackChunkName: "head" */ './replace-head')).then(
        ({ replaceHead }) => {
          if (left) return;
          replaceHead({ page, language, messages, origin, operator: operator.name });
          headKey.current = key;
        },
      );
    });
    return () => {
      left = true;
      cancel();
    };
  }, [key, page, language, messages, origin, operator]);
}
