// On narrow screens: tools, account, settings and theme in a panel that slides in from the end of the line.
import { useRef, type MouseEvent } from 'react';
import { SlidersHorizontal, UserRound, X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled, { keyframes } from 'styled-components';
import { Button, IconButton } from '../components/forms/button';
import { ThemeField } from '../components/forms/choice-field';
import { SiteLink } from '../components/page/site-link';
import { useModal } from '../components/dialogs/use-modal';
import { localisedPath } from '../pages/paths';
import { tools } from '../pages/site-pages';
import { preloadOnHoverOrFocus, type Preloadable } from '../loading/load-code';
import { partSize } from '../styles/screens';
import { icon, color, from, motion, size, space } from '../styles/theme';
import { leadText } from '../styles/type';
import { Column } from '../components/page/page-column';

interface Openable extends Preloadable {
  readonly open: () => void;
}

interface SidePanelProps {
  readonly onClose: () => void;
  readonly account: Openable;
  readonly settings: Openable;
}

export function SidePanel({ onClose, account, settings }: SidePanelProps) {
  const { formatMessage, locale } = useIntl();
  const panel = useRef<HTMLDialogElement>(null);
  const ways = [
    { dialog: account, Icon: UserRound, name: 'site.account' },
    { dialog: settings, Icon: SlidersHorizontal, name: 'site.settings' },
  ] as const;

  useModal(panel);

  /** The panel fills its dialog, so a click on the dialog itself is outside of the panel. */
  function closeFromOutside(event: MouseEvent) {
    if (event.target === panel.current) onClose();
  }

  return (
    <Panel
      ref={panel}
      aria-label={formatMessage({ id: 'site.menu' })}
      onClick={closeFromOutside}
      onClose={onClose}
    >
      <Content>
        <Head>
          <IconButton
            $kind="quiet"
            aria-label={formatMessage({ id: 'dialog.close' })}
            onClick={onClose}
          >
            <X {...icon.large} />
          </IconButton>
        </Head>
        <Links aria-label={formatMessage({ id: 'site.mainMenu' })}>
          {tools.map((tool) => (
            <ToolLink key={tool.id} to={localisedPath(tool.path, locale)} onClick={onClose}>
              {formatMessage({ id: tool.name })}
            </ToolLink>
          ))}
        </Links>
        <Column $gap={8}>
          {ways.map(({ dialog, Icon, name }) => (
            <Button
              key={name}
              aria-haspopup="dialog"
              {...preloadOnHoverOrFocus(dialog)}
              onClick={() => {
                onClose();
                dialog.open();
              }}
            >
              <Icon {...icon.medium} />
              {formatMessage({ id: name })}
            </Button>
          ))}
        </Column>
        <ThemeField stacked />
      </Content>
    </Panel>
  );
}

const slideIn = keyframes`
  from {
    translate: 100% 0;
  }
`;

const slideInFromLeft = keyframes`
  from {
    translate: -100% 0;
  }
`;

const Panel = styled.dialog`
  inline-size: ${partSize.panel};
  block-size: 100dvh;
  max-block-size: none;
  margin: 0;
  margin-inline-start: auto;
  padding: 0;
  border: 0;
  border-inline-start: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  color: ${color.ink};

  &[open] {
    animation: ${slideIn} ${motion.settle};
  }

  [dir='rtl'] &[open] {
    animation-name: ${slideInFromLeft};
  }

  &::backdrop {
    background: ${color.veil};
  }

  ${from.sm} {
    inline-size: ${partSize.panelWide};
  }
`;

const Content = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[32]};
  min-block-size: 100%;
  padding: ${space[16]} ${space[24]} ${space[32]};
`;

const Head = styled.div`
  display: flex;
  justify-content: flex-end;
  margin-inline-end: calc(-1 * ${space[12]});
`;

const Links = styled.nav`
  display: grid;
`;

const ToolLink = styled(SiteLink)`
  ${leadText}
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-block-size: ${size.touch};
  padding-block: ${space[12]};
  border-block-end: ${size.hairline} solid ${color.line};
  text-decoration: none;

  &::after {
    content: '';
    margin-inline-start: auto;
    inline-size: ${size.stroke};
    block-size: ${size.tick};
  }

  &[aria-current='page']::after {
    background: ${color.accent};
  }
`;
