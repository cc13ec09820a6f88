// The dropdowns of the header: the language, which leads to the same page in another one, and the theme.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Menu } from '../components/menus/menu';
import { isLanguageCode, languages } from '../i18n/languages';
import { below, size } from '../styles/theme';
import { useLanguageChoice } from './language-offer';
import { useTheme, themeNames } from '../settings/use-theme';
import { MoonIcon, ScreenIcon, SunIcon } from '../components/page/site-icons';
import { themeChoices, type ThemeChoice } from '../settings/theme-choice';

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

const icons = { light: SunIcon, dark: MoonIcon, system: ScreenIcon };

export function ThemeMenu() {
  const { formatMessage } = useIntl();
  const { choice, choose } = useTheme();
  return (
    <Menu
      label={formatMessage(
        { id: 'site.themeNow' },
        { theme: formatMessage({ id: themeNames[choice] }) },
      )}
      face={<ThemeIcon choice={choice} />}
      value={choice}
      options={themeChoices.map((value) => ({
        value,
        text: formatMessage({ id: themeNames[value] }),
        icon: <ThemeIcon choice={value} />,
      }))}
      onChoose={(value) => {
        const chosen = themeChoices.find((theme) => theme === value);
        if (chosen !== undefined) choose(chosen);
      }}
    />
  );
}

function ThemeIcon({ choice }: { readonly choice: ThemeChoice }) {
  const Icon = icons[choice];
  return (
    <IconFrame>
      <Icon size="medium" />
    </IconFrame>
  );
}

const IconFrame = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  block-size: ${size.icon};
`;
