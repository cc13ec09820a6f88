// The language dropdown: it leads to the same page in another language.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Menu } from '../components/menus/menu';
import { isLanguageCode, languages } from '../i18n/languages';
import { below } from '../styles/theme';
import { useLanguageChoice } from './use-language-choice';

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
    <Name>
      {last > 0 && <FirstWords>{name.slice(0, last)}</FirstWords>}
      {name.slice(last)}
    </Name>
  );
}

const Name = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;

const FirstWords = styled.span`
  ${below.xs} {
    display: none;
  }
`;
