// Below the list of a tool that rings: the offer to ring with the site closed; until the first alarm or timer, what is behind it.
import styled from 'styled-components';
import { useAlarms } from '../../rows/alarms';
import { useTimers } from '../../rows/timers';
import type { MessageId } from '../../i18n/messages';
import { onlyForNewcomers } from '../../styles/hidden';
import { from, space } from '../../styles/theme';
import { RingOffer } from '../push/lazy-ring-offer';
import { NothingProof, RingProof } from './proofs';

interface ToolProofsProps {
  readonly closedText: MessageId;
}

export function ToolProofs({ closedText }: ToolProofsProps) {
  const { alarms } = useAlarms();
  const { timers } = useTimers();
  const isEmpty = (alarms?.length ?? 0) + (timers?.length ?? 0) === 0;
  return (
    <>
      {isEmpty && (
        <Row $isKnown={alarms !== undefined && timers !== undefined}>
          <RingProof closedText={closedText} />
          <NothingProof />
        </Row>
      )}
      <RingOffer />
    </>
  );
}

/** Until the lists are known, for new browsers, which own nothing. */
const Row = styled.div<{ readonly $isKnown: boolean }>`
  ${({ $isKnown }) => !$isKnown && onlyForNewcomers}
  display: grid;
  gap: ${space[32]};
  margin-block-start: ${space[48]};

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
