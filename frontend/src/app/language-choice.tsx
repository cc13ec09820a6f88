// The language of the page: its menu in the header, and the offer of the one that the browser prefers: once, and only after
// hydration.
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { onEvents } from '../browser/emitter';
import { lazyComponent } from '../loading/lazy-component';
import { storedValue, useStoredValue } from '../browser/stored-value';
import { isLanguageCode, languages, preferredLanguage, type LanguageCode } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import { Menu } from '../components/menus/menu';
import { below } from '../styles/theme';

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

export function LanguageMenu() {
  const { formatMessage, locale } = useIntl();
  const choose = useLanguageChoice();
  const present = languages.find((language) => language.code === locale)?.name ?? locale;
  return (
    <Menu
      label={formatMessage({ id: 'site.languageNow' }, { language: present })}
      face={<Present name={present} />}
      value={locale}
      options={languages.map(({ code, name }) => ({ value: code, text: name, lang: code }))}
      onChoose={(code) => {
        if (isLanguageCode(code)) choose(code);
      }}
    />
  );
}

/** The narrowest phones have room for one word: of `Bahasa Indonesia`, the one that distinguishes it. */
function Present({ name }: { readonly name: string }) {
  const last = name.lastIndexOf(' ') + 1;
  return (
    <LanguageName>
      {last > 0 && <FirstWords>{name.slice(0, last)}</FirstWords>}
      {name.slice(last)}
    </LanguageName>
  );
}

const LanguageName = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;

const FirstWords = styled.span`
  ${below.xs} {
    display: none;
  }
`;
