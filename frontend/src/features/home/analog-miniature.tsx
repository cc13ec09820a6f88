// The preview of the analog clock: the visitor's own time on a small face.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { AnalogFace } from '../../components/faces/analog-face';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { homeSize } from '../../styles/home';

export function AnalogMiniature() {
  const { formatMessage } = useIntl();
  return (
    <Stage>
      <AnalogFace
        minute={useMinute()}
        zone={useVisitorZone()}
        place={formatMessage({ id: 'home.analogMiniature' })}
        theme="minimal"
        small
        // A sweep would cost more processor time than the rest of the page.
        ticks
      />
    </Stage>
  );
}

const Stage = styled.div`
  inline-size: ${homeSize.preview};
`;
