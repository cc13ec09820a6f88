// The header of every page: name, tools, language, theme, settings, account, and the ruler of the next hour.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useEffect, useState } from 'react';
import { IconButton } from '../components/forms/button';
import { PageColumn } from '../components/page/page-column';
import { SiteLink } from '../components/page/site-link';
import {
  MenuIcon,
  PersonIcon,
  SlidersIcon,
  SiteMark,
  MoonIcon,
  ScreenIcon,
  SunIcon,
} from '../components/page/site-icons';
import { localisedPath } from '../pages/paths';
import { lazyComponent, useOpening } from '../loading/lazy-component';
import { tools } from '../pages/site-pages';
import {
  below,
  color,
  from,
  hovering,
  lowScreen,
  motion,
  phone,
  size,
  space,
} from '../styles/theme';
import { overline, toolNames, wordmark } from '../styles/type';
import { LanguageMenu, LanguageOffer } from './language-choice';
import { useDialogWithTexts } from '../components/dialogs/dialog-with-texts';
import { Menu } from '../components/menus/menu';
import { useTheme, themeNames } from '../settings/use-theme';
import { themeChoices, type ThemeChoice } from '../settings/theme-choice';

const SidePanel = lazyComponent(
  async () => (await import(/* webpackChunkName: "side-panel" */ './side-panel')).SidePanel,
);

const Settings = lazyComponent(
  async () => (await import(/* webpackChunkName: "settings" */ './settings')).Settings,
);

export function Header() {
  const { formatMessage, locale } = useIntl();
  const panel = useOpening(SidePanel);
  const account = useAccount();
  const settings = useDialogWithTexts('settings', Settings);
  return (
    <header>
      <PageColumn>
        <Row>
          <Name to={localisedPath('/', locale)}>
            <SiteMark />
            {formatMessage({ id: 'site.name' })}
          </Name>
          <Tools aria-label={formatMessage({ id: 'site.mainMenu' })}>
            {tools.map((tool) => (
              <ToolLink key={tool.id} to={localisedPath(tool.path, locale)}>
                {formatMessage({ id: tool.name })}
              </ToolLink>
            ))}
          </Tools>
          <Choices>
            <LanguageMenu />
            <WideOnly>
              <ThemeMenu />
              <IconButton
                aria-label={formatMessage({ id: 'site.settings' })}
                aria-haspopup="dialog"
                {...settings.button}
              >
                <SlidersIcon size="medium" />
              </IconButton>
              <IconButton
                aria-label={formatMessage({ id: 'site.account' })}
                aria-haspopup="dialog"
                {...account.button}
              >
                <PersonIcon size="medium" />
              </IconButton>
            </WideOnly>
            <NarrowOnly>
              <IconButton
                aria-label={formatMessage({ id: 'site.menu' })}
                aria-haspopup="dialog"
                {...panel.button}
              >
                <MenuIcon size="large" />
              </IconButton>
            </NarrowOnly>
          </Choices>
        </Row>
        <Ruler data-ruler="">{ticks}</Ruler>
      </PageColumn>
      <LanguageOffer />
      {panel.isOpen && <SidePanel onClose={panel.close} account={account} settings={settings} />}
      {account.shown}
      {settings.whileOpen(<Settings onClose={settings.close} onAccount={account.open} />)}
    </header>
  );
}

/** The next hour, a tick a minute. What moves on it comes with the code of rings. */
const ticks = Array.from({ length: 60 }, (_, tick) => <i key={tick} />);

/** The hash of the redirect from `/.well-known/change-password`. */
const passwordHash = '#change-password';

const AccountDialog = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "account" */ '../features/account/account-dialog'))
      .AccountDialog,
);

function useAccount() {
  const dialog = useDialogWithTexts('account', AccountDialog);
  const [forPassword, setForPassword] = useState(false);
  useEffect(() => {
    if (window.location.hash !== passwordHash) return;
    // Removed, so that neither a reload nor the back button opens it again.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setForPassword(true);
    dialog.open();
    // oxlint-disable-next-line react/exhaustive-deps -- the address that the page was opened with
  }, []);
  const close = () => {
    setForPassword(false);
    dialog.close();
  };
  return {
    ...dialog,
    shown: dialog.whileOpen(<AccountDialog forPassword={forPassword} onClose={close} />),
  };
}

const icons = { light: SunIcon, dark: MoonIcon, system: ScreenIcon };

function ThemeMenu() {
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

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding-block: ${space[16]};

  ${from.md} {
    flex-wrap: wrap;
    padding-block: ${space[32]} ${space[24]};
  }

  ${from.lg} {
    flex-wrap: nowrap;
    padding-block-end: ${space[32]};
  }

  /* A phone in landscape has one line. */
  ${lowScreen} {
    flex-wrap: nowrap;
    padding-block: ${space[8]};
  }
`;

/**
 * If a narrow phone has no room for the word beside a long language name, it wraps below the mark, where it is hidden.
 */
const Name = styled(SiteLink)`
  ${wordmark}
  display: flex;
  flex: none;
  flex-wrap: wrap;
  column-gap: ${space[8]};
  min-inline-size: ${size.mark};
  block-size: ${size.touch};
  margin-inline-end: auto;
  overflow: hidden;
  line-height: ${size.touch};
  text-decoration: none;

  > svg {
    block-size: 100%;
  }

  ${phone} {
    flex: 0 1000 auto;
  }
`;

/**
 * On a row of their own if five names do not fit beside the rest. Beside it, they are spaced as far as there is room,
 * but no farther than the width of the trailing element.
 */
const Tools = styled.nav`
  ${overline}
  display: flex;
  flex-wrap: wrap;
  order: 1;
  flex-basis: 100%;
  column-gap: ${space[16]};
  margin-inline-start: calc(-1 * ${space[8]});

  /* The menu has them. */
  ${phone} {
    display: none;
  }

  ${from.lg} {
    ${toolNames}
    order: 0;
    flex: 0 1 auto;
    justify-content: space-around;
    margin: 0;
    column-gap: 0;

    &::after {
      content: '';
      flex: 1 1 100%;
      min-inline-size: ${space[96]};
    }
  }
`;

const ToolLink = styled(SiteLink)`
  position: relative;
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  min-inline-size: ${size.touch};
  min-block-size: ${size.touch};
  padding-inline: ${space[8]};
  color: ${color.inkSoft};
  text-decoration: none;
  transition: color ${motion.quick};

  ${hovering} {
    &:hover {
      color: ${color.ink};
    }
  }

  &[aria-current='page'] {
    color: ${color.ink};
  }

  &[aria-current='page']::after {
    content: '';
    position: absolute;
    inset-block-end: calc(-1 * ${space[4]});
    inset-inline-start: 50%;
    inline-size: ${size.stroke};
    block-size: ${size.tick};
    translate: -50%;
    background: ${color.accent};
  }
`;

const Choices = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  min-inline-size: 0;

  /* On the narrowest phones a long language name is cut off. */
  > button {
    min-inline-size: 0;
  }

  /* If there is room, the tools wrap to another line before that happens. */
  ${from.md} {
    flex: none;
  }

  [aria-haspopup='menu'] {
    ${overline}
    padding-inline: ${space[12]};

    ${below.xs} {
      padding-inline: ${space[8]};
    }
  }
`;

const WideOnly = styled.div`
  display: flex;
  flex: none;
  gap: ${space[4]};

  ${phone} {
    display: none;
  }
`;

const NarrowOnly = styled.div`
  display: none;

  ${phone} {
    display: block;
  }
`;

/** Borders are seen with forced colours, too. */
const Ruler = styled.div`
  position: relative;
  display: flex;
  align-items: end;
  justify-content: space-between;
  block-size: ${size.tick};

  > i {
    block-size: ${size.tickShort};
    border-inline-start: ${size.hairline} solid ${color.line};
  }

  > i:nth-child(5n + 1) {
    block-size: 100%;
  }
`;

const IconFrame = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  block-size: ${size.icon};
`;
