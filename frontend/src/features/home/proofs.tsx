// What nobody else does, for those who are new: it rings when it is closed, it is right, it needs nothing.
import { useSyncExternalStore, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { RingOffer } from '../../components/push/lazy-ring-offer';
import { SiteLink } from '../../components/page/site-link';
import { noopSubscribe } from '../../browser/noop-subscribe';
import { useSiteConfig } from '../../browser/site-config';
import { localisedPath } from '../../pages/paths';
import { pushSupport, suspendsHiddenTabs } from '../../push/push-support';
import { useAlarms } from '../../rows/alarms';
import { useTimers } from '../../rows/timers';
import { onlyForNewcomers } from '../../styles/hidden';
import { homeSize, letters } from '../../styles/home';
import { color, from, size, space } from '../../styles/theme';
import { leadText, smallText } from '../../styles/type';
import { ClosedBox } from './closed-box';
import { DeviceScale } from './device-scale';

/** Shown until the first alarm or timer. */
export function Proofs() {
  const { locale } = useIntl();
  const { serviceWorker } = useSiteConfig();
  const isKept = useSyncExternalStore(
    noopSubscribe,
    () => serviceWorker === 'on',
    () => false,
  );
  const { alarms = [] } = useAlarms();
  const { timers = [] } = useTimers();
  if (alarms.length + timers.length > 0) return null;
  return (
    <Row>
      <RingProof />
      <Proof
        drawing={<DeviceScale />}
        title={<FormattedMessage id="home.rightTitle" />}
        text={<FormattedMessage id="home.rightText" />}
      />
      <Proof
        drawing={<Letters aria-hidden="true">{ofLanguages}</Letters>}
        title={<FormattedMessage id="home.nothingTitle" />}
        text={<FormattedMessage id="home.nothingText" />}
      >
        {isKept && (
          <Need>
            <FormattedMessage id="home.offlineText" />
          </Need>
        )}
        <Link to={localisedPath('/privacy', locale)}>
          <FormattedMessage id="privacy.name" />
        </Link>
      </Proof>
    </Row>
  );
}

/** Promises notifications only where the server sends them and this browser shows them. */
function RingProof() {
  const { push, serviceWorker } = useSiteConfig();
  const canPush = useSyncExternalStore(
    noopSubscribe,
    () => ['ready', 'home-screen'].includes(pushSupport()),
    () => false,
  );
  const suspends = useSyncExternalStore(noopSubscribe, suspendsHiddenTabs, () => false);
  const pushes = canPush && push === 'on' && serviceWorker !== 'off';
  return (
    <Proof
      drawing={<ClosedBox />}
      title={<FormattedMessage id={pushes ? 'home.closedTitle' : 'home.openTitle'} />}
      text={
        <FormattedMessage
          id={pushes ? 'home.closedText' : suspends ? 'home.frontText' : 'home.openText'}
        />
      }
    >
      {pushes && (
        <>
          <Need>
            <FormattedMessage id="home.quietText" />
          </Need>
          <RingOffer />
        </>
      )}
    </Proof>
  );
}

interface ProofProps {
  readonly drawing: ReactNode;
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

function Proof({ drawing, title, text, children }: ProofProps) {
  return (
    <Cell>
      <Drawing>{drawing}</Drawing>
      <Title>{title}</Title>
      <Text>{text}</Text>
      {children}
    </Cell>
  );
}

const ofLanguages = 'あ A 中 अ ñ ç ع ã Я é ß ğ 한';

const Row = styled.div`
  ${onlyForNewcomers}
  display: grid;
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

const Title = styled.h2`
  ${leadText}
`;

const Text = styled.p`
  color: ${color.inkSoft};
`;

const Need = styled.p`
  ${smallText}
  margin-block-start: ${space[8]};
  color: ${color.inkSoft};
`;

const Letters = styled.p`
  ${letters}
  word-spacing: ${space[8]};
`;

const Link = styled(SiteLink)`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  text-underline-offset: ${space[4]};
`;
