// The timer that a link asks for: ready, and started by one press.
import { useState } from 'react';
import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '../../components/forms/button';
import { countdownText, lengthText } from '../../i18n/duration-text';
import { icon } from '../../styles/icons';
import { below, color, radius, size, space } from '../../styles/theme';
import { itemTitle, ringDigits, smallText } from '../../styles/type';
import { linkedTimer } from './timer-link';
import { useTimerWrites } from './use-timer-writes';

interface LinkedTimerProps {
  /** The query of the page's address. */
  readonly search: string;
  /** It was started, or is not wanted. */
  readonly onDone: () => void;
}

export function LinkedTimerPanel({ search, onDone }: LinkedTimerProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { startNew } = useTimerWrites();
  const [starting, setStarting] = useState(false);
  const timer = linkedTimer(search);

  async function start() {
    if (timer === null || starting) return;
    setStarting(true);
    if (await startNew(timer)) onDone();
    else setStarting(false);
  }

  const dismiss = (
    <IconButton $kind="quiet" aria-label={formatMessage({ id: 'dialog.close' })} onClick={onDone}>
      <X {...icon.usual} />
    </IconButton>
  );
  if (timer === null) {
    return (
      <Panel role="status">
        <Words>
          <Name>
            <FormattedMessage id="timer.linkBadTitle" />
          </Name>
          <Note>
            <FormattedMessage id="timer.linkBadText" />
          </Note>
        </Words>
        {dismiss}
      </Panel>
    );
  }
  const name =
    timer.label ??
    formatMessage({ id: 'timer.unnamed' }, { length: lengthText(intl, timer.totalSeconds) });
  return (
    <Panel as="section" aria-label={name}>
      <Words>
        <Note>
          <FormattedMessage id="timer.linkReady" />
        </Note>
        <Name>
          <bdi>{name}</bdi>
        </Name>
      </Words>
      {dismiss}
      <Line>
        <Digits>{countdownText(timer.totalSeconds)}</Digits>
        <Button
          $kind="primary"
          aria-label={formatMessage({ id: 'timer.startName' }, { name })}
          aria-disabled={starting}
          onClick={() => void start()}
        >
          <FormattedMessage id="timer.start" />
        </Button>
      </Line>
    </Panel>
  );
}

const Panel = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[12]};
  max-inline-size: ${size.measure};
  margin-block-end: ${space[24]};
  padding: ${space[16]} ${space[24]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};

  ${below.sm} {
    padding-inline: ${space[16]};
  }
`;

const Words = styled.div`
  overflow-wrap: anywhere;
`;

const Name = styled.h2`
  ${itemTitle}
`;

const Note = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 1 / -1;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
`;

const Digits = styled.p`
  ${ringDigits}
`;
