// A notice while the server cannot be reached.
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useAway } from '../../api/reachable';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface AwayNoticeProps {
  /** For a tool that needs only a clock, or one with a list on the server. */
  readonly of: 'time' | 'lists';
}

export function AwayNotice({ of }: AwayNoticeProps) {
  const away = useAway();
  // The element exists before, so that assistive technology announces its content.
  return (
    <div role="status">
      {away && (
        <Line>
          <FormattedMessage id={of === 'time' ? 'away.time' : 'away.lists'} />
        </Line>
      )}
    </div>
  );
}

const Line = styled.p`
  ${smallText}
  max-inline-size: ${size.measure};
  margin-block-start: ${space[24]};
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.line};
  color: ${color.inkSoft};
`;
