// Keeps the document's head the same as the server would send it for the page that is shown.
import { useEffect, useRef } from 'react';
import { useSiteConfig } from '../browser/site-config';
import { whenIdle } from '../browser/idle';
import { manifestPath } from '../i18n/site-addresses';
import { loadPersistently } from '../loading/load-code';
import type { Place } from './place';

/** The pages themselves keep the title and the description. */
export function useHeadOfPlace({ page, language, messages }: Omit<Place, 'Page'>): void {
  const { origin, operator } = useSiteConfig();
  const place = `${page} ${language}`;
  const placeOfHead = useRef(place);

  useEffect(() => {
    if (placeOfHead.current === place) return;
    document
      .querySelector<HTMLLinkElement>('link[rel="manifest"]')
      ?.setAttribute('href', manifestPath(language));
    let left = false;
    const cancel = whenIdle(() => {
      void loadPersistently(() => import(/* webpackChunkName: "head" */ './replace-head')).then(
        ({ replaceHead }) => {
          if (left) return;
          replaceHead({ page, language, messages, origin, operator: operator.name });
          placeOfHead.current = place;
        },
      );
    });
    return () => {
      left = true;
      cancel();
    };
  }, [place, page, language, messages, origin, operator]);
}
