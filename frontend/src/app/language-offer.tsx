// Offers the page in the language the visitor's browser prefers: once, and never before the page is alive.
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { lazyComponent } from '../loading/lazy-component';
import { storedValue, useStoredValue } from '../browser/stored-value';
import type { LanguageCode } from '../i18n/languages';
import { preferredLanguage } from '../i18n/preferred-language';

const LanguageOfferLine = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "language-offer" */ './language-offer-line'))
      .LanguageOfferLine,
);

/** Whether the visitor has answered an offer, or chosen a language without one. */
const answered = storedValue('language-offer:v1', false, (stored) =>
  typeof stored === 'boolean' ? stored : null,
);

/** No more offers from now on. */
export function settleLanguageOffer(): void {
  answered.write(true);
}

export function LanguageOffer() {
  const { locale } = useIntl();
  const wanted = useWantedLanguage();
  const settled = useStoredValue(answered, true);
  if (settled || wanted === null || wanted === locale) return null;
  return <LanguageOfferLine language={wanted} onAnswer={settleLanguageOffer} />;
}

/** What the browser asks for among the site's languages; null until the page is alive. */
function useWantedLanguage(): LanguageCode | null {
  return useSyncExternalStore(
    onLanguageChange,
    () => preferredLanguage(navigator.languages),
    () => null,
  );
}

function onLanguageChange(listener: () => void): () => void {
  window.addEventListener('languagechange', listener);
  return () => {
    window.removeEventListener('languagechange', listener);
  };
}
