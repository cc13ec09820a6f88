// Replaces the part that rings when it has failed: a visitor who waits for an alarm has to know.
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../components/forms/button';
import { color, layer, size, space } from '../styles/theme';

export function RingingFailed() {
  return (
    <Bar role="alert">
      <Words>
        <FormattedMessage id="ringing.failed" />
      </Words>
      <Button
        $kind="plain"
        onClick={() => {
          location.reload();
        }}
      >
        <FormattedMessage id="crash.reload" />
      </Button>
    </Bar>
  );
}

const Bar = styled.div`
  position: fixed;
  z-index: ${layer.toast};
  inset-block-end: 0;
  inset-inline: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[24]};
  padding-block: ${space[16]};
  /* Its text is aligned with the page's column. */
  padding-inline: max(${size.gutter}, calc((100% - ${size.content}) / 2));
  border-block-start: ${size.stroke} solid ${color.warning};
  background: ${color.ground};
`;

const Words = styled.p`
  max-inline-size: ${size.measure};
  color: ${color.warning};
`;
