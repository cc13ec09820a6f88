// The theme dropdown of the header.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useTheme, themeNames } from '../settings/use-theme';
import { Menu } from '../components/menus/menu';
import { MoonIcon, ScreenIcon, SunIcon } from '../components/page/site-icons';
import { size } from '../styles/theme';
import { themeChoices, type ThemeChoice } from '../settings/theme-choice';

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
