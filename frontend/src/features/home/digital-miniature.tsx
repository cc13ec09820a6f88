// The preview of the digital clock: where on the map of the world it is day now, and the visitor's own place.
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { placeOn, withoutGaps } from '../../components/world/land';
import { narrowLand } from '../../components/world/land-grids';
import { LandMap } from '../../components/world/land-map';
import { placeOfZone } from '../../components/world/zone-places';
import { color, radius, size } from '../../styles/theme';
import { homeSize } from '../../styles/home';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';

export function DigitalMiniature() {
  const { formatMessage } = useIntl();
  const minute = useMinute();
  const zone = useVisitorZone();
  const own = useMemo(() => {
    const place = zone === null ? null : placeOfZone(zone);
    return place === null ? null : placeOn(narrowLand, place);
  }, [zone]);
  const land = useMemo(() => {
    if (own === null) return narrowLand;
    const [x, y] = [own.x * narrowLand.columns, own.y * narrowLand.rows];
    const gap = {
      left: x - ringCells,
      right: x + ringCells,
      top: y - ringCells,
      bottom: y + ringCells,
    };
    return withoutGaps(narrowLand, [gap]);
  }, [own]);
  return (
    <Map role="img" aria-label={formatMessage({ id: 'home.digitalMiniature' })}>
      <LandMap land={land} instant={minute} />
      {own !== null && (
        <Ring
          style={{
            insetInlineStart: `${(own.x * 100).toFixed(2)}%`,
            insetBlockStart: `${(own.y * 100).toFixed(2)}%`,
          }}
        />
      )}
    </Map>
  );
}

/** How far from the ring's centre the land gives way, in cells. */
const ringCells = 3;

/** West is left in every language. */
const Map = styled.div`
  position: relative;
  inline-size: ${homeSize.map};
  max-inline-size: 100%;
  direction: ltr;
`;

const Ring = styled.span`
  position: absolute;
  inline-size: ${size.tickShort};
  block-size: ${size.tickShort};
  border: ${size.hairline} solid ${color.ink};
  border-radius: ${radius.full};
  background: radial-gradient(circle, ${color.ink} 30%, ${color.ground} 0);
  translate: -50% -50%;
`;
