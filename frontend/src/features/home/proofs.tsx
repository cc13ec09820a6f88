// What nobody else does, for those who are new: it rings when it is closed, it is right, it needs nothing.
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { RingOffer } from '../../components/push/lazy-ring-offer';
import { NothingProof, Proof, RingProof } from '../../components/page/proofs';
import { useAlarms } from '../../rows/alarms';
import { useTimers } from '../../rows/timers';
import { onlyForNewcomers } from '../../styles/hidden';
import { from, space } from '../../styles/theme';
import { DeviceScale } from './device-scale';

/** Shown until the first alarm or timer. */
export function Proofs() {
  const { alarms = [] } = useAlarms();
  const { timers = [] } = useTimers();
  if (alarms.length + timers.length > 0) return null;
  return (
    <Row>
      <RingProof closedText="home.closedText" offer={<RingOffer />} />
      <Proof
        drawing={<DeviceScale />}
        title={<FormattedMessage id="home.rightTitle" />}
        text={<FormattedMessage id="home.rightText" />}
      />
      <NothingProof />
    </Row>
  );
}

const Row = styled.div`
  ${onlyForNewcomers}
  display: grid;
  gap: ${space[32]};
  margin-block-start: ${space[64]};

  ${from.md} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;
