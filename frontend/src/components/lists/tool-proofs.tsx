// In the place of a list that is empty: what its first row will do, drawn and said.
import styled from 'styled-components';
import { useAccountHere } from '../../identity/account-here';
import type { MessageId } from '../../i18n/messages';
import { homeSize } from '../../styles/home';
import { color, from, size, space } from '../../styles/theme';
import { ClosedBox, NothingWords, RingWords } from '../page/proofs';

interface ToolProofsProps {
  readonly closedText: MessageId;
}

export function ToolProofs({ closedText }: ToolProofsProps) {
  const isAccountHere = useAccountHere();
  return (
    <Place>
      <Drawing>
        <ClosedBox />
      </Drawing>
      <Words>
        <RingWords closedText={closedText} />
        {!isAccountHere && (
          <div>
            <NothingWords />
          </div>
        )}
      </Words>
    </Place>
  );
}

const Place = styled.div`
  display: grid;
  gap: ${space[16]} ${space[32]};
  padding-block: ${space[24]};
  border-block: ${size.hairline} solid ${color.line};

  ${from.sm} {
    grid-template-columns: auto minmax(0, 1fr);
  }
`;

const Drawing = styled.div`
  block-size: ${homeSize.drawing};
`;

const Words = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${homeSize.proof}), 1fr));
  gap: ${space[24]} ${space[48]};
`;
