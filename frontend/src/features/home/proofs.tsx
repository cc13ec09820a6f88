// What nobody else does, for those who are new: it rings when it is closed, it is right, it needs nothing.
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ClosedBox } from '../../components/proofs/closed-box';
import { NothingWords } from '../../components/proofs/nothing-words';
import { ProofWords } from '../../components/proofs/proof-words';
import { RingWords } from '../../components/proofs/ring-words';
import { RingOffer } from '../../components/push/lazy-ring-offer';
import { TextLink } from '../../components/page/site-link';
import { localisedPath } from '../../pages/paths';
import { useAlarms } from '../../rows/alarms';
import { useTimers } from '../../rows/timers';
import { onlyForNewcomers } from '../../styles/hidden-by-root';
import { homeSize, letters } from '../../styles/home';
import { color, from, size, space } from '../../styles/theme';
import { DeviceScale } from './device-scale';

/** Shown until the first alarm or timer. */
export function Proofs() {
  const { formatMessage, locale } = useIntl();
  const { alarms = [] } = useAlarms();
  const { timers = [] } = useTimers();
  if (alarms.length + timers.length > 0) return null;
  return (
    <Row>
      <Proof drawing={<ClosedBox />}>
        <RingWords closedText="home.closedText" />
        <RingOffer />
      </Proof>
      <Proof drawing={<DeviceScale />}>
        <ProofWords title="home.rightTitle" text="home.rightText" />
      </Proof>
      <Proof drawing={<Letters aria-hidden="true">{ofLanguages}</Letters>}>
        <NothingWords />
        <TextLink to={localisedPath('/privacy', locale)}>
          {formatMessage({ id: 'privacy.name' })}
        </TextLink>
      </Proof>
    </Row>
  );
}

interface ProofProps {
  readonly drawing: ReactNode;
  readonly children: ReactNode;
}

function Proof({ drawing, children }: ProofProps) {
  return (
    <Cell>
      <Drawing>{drawing}</Drawing>
      {children}
    </Cell>
  );
}

const ofLanguages = 'あ A 中 अ ñ ç ع ã Я é ß ğ 한';

const Row = styled.div`
  ${onlyForNewcomers}
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[32]};
  margin-block-start: ${space[64]};

  ${from.md} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

const Cell = styled.section`
  padding-block-start: ${space[16]};
  border-block-start: ${size.hairline} solid ${color.ink};
`;

const Drawing = styled.div`
  display: flex;
  align-items: center;
  block-size: ${homeSize.drawing};
  margin-block-end: ${space[12]};
`;

const Letters = styled.p`
  ${letters}
  word-spacing: ${space[8]};
`;
