// The language dropdown: it leads to the same page in another language.
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { Menu } from '../components/menus/menu';
import { isLanguageCode, languages } from '../i18n/languages';
import { localisedPath } from '../i18n/paths';
import { settleLanguageOffer } from './language-offer';

export function LanguageMenu() {
  const { formatMessage, locale } = useIntl();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const present = languages.find((language) => language.code === locale)?.name ?? locale;
  return (
    <Menu
      label={formatMessage({ id: 'site.languageNow' }, { language: present })}
      face={<Present>{present}</Present>}
      value={locale}
      options={languages.map(({ code, name }) => ({ value: code, text: name, lang: code }))}
      onChoose={(code) => {
        if (!isLanguageCode(code)) return;
        settleLanguageOffer();
        void navigate(localisedPath(pathname, code) + search + hash);
      }}
    />
  );
}

const Present = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;
