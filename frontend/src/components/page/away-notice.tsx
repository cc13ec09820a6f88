// One line while the server cannot be reached: what that means here.
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useAway } from '../../api/reachable';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface AwayNoticeProps {
  /** Of a tool that runs by a clock alone, or of one with a list that is kept by the server. */
  readonly of: 'time' | 'lists';
}

export function AwayNotice({ of }: AwayNoticeProps) {
  const away = useAway();
  // Its place is there before, so that assistive technology hears what comes into it.
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
