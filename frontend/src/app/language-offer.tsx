// Offers the page in the language that the browser prefers: once, and only after hydration; and switches to another
// language.
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { onEvents } from '../browser/emitter';
import { lazyComponent } from '../loading/lazy-component';
import { storedValue, useStoredValue } from '../browser/stored-value';
import { type LanguageCode, preferredLanguage } from '../i18n/languages';
import { localisedPath } from '../pages/paths';

const LanguageOfferLine = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "language-offer" */ './language-offer-line'))
      .LanguageOfferLine,
);

/** Whether the visitor has answered an offer, or chosen a language without one: there are no more offers then. */
const isDismissed = storedValue('language-offer:v1', false, (stored) =>
  typeof stored === 'boolean' ? stored : null,
);

function dismissLanguageOffer(): void {
  isDismissed.write(true);
}

export function LanguageOffer() {
  const { locale } = useIntl();
  const wanted = useWantedLanguage();
  const dismissed = useStoredValue(isDismissed, true);
  if (dismissed || wanted === null || wanted === locale) return null;
  return <LanguageOfferLine language={wanted} onAnswer={dismissLanguageOffer} />;
}

/** The preferred language among the site's; null until hydration. */
function useWantedLanguage(): LanguageCode | null {
  return useSyncExternalStore(
    onLanguageChange,
    () => preferredLanguage(navigator.languages),
    () => null,
  );
}

function onLanguageChange(listener: () => void): () => void {
  return onEvents(window, ['languagechange'], listener);
}

export function useLanguageChoice(): (language: LanguageCode) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (language) => {
    dismissLanguageOffer();
    void navigate(localisedPath(pathname, language) + search + hash);
  };
}
