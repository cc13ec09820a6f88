// Replaces the part that rings when it has failed: a visitor who waits for an alarm has to know.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../components/forms/button';
import { edgeBar } from '../styles/ringing';
import { color, size } from '../styles/theme';

export function RingingFailed() {
  const { formatMessage } = useIntl();
  return (
    <Bar role="alert">
      <Words>{formatMessage({ id: 'ringing.failed' })}</Words>
      <Button
        $kind="plain"
        onClick={() => {
          location.reload();
        }}
      >
        {formatMessage({ id: 'crash.reload' })}
      </Button>
    </Bar>
  );
}

const Bar = styled.div`
  ${edgeBar}
  inset-block-end: 0;
  border-block-start: ${size.stroke} solid ${color.warning};
  background: ${color.ground};
`;

const Words = styled.p`
  max-inline-size: ${size.measure};
  color: ${color.warning};
`;
