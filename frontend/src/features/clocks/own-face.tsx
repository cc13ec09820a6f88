// Beside the large face: the same instant in the visitor's own zone, or, if that is the same time, the day of the city.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { AnalogFace } from '../../components/faces/analog-face';
import type { AnalogTheme } from '../../components/faces/analog-theme';
import { DottedParts } from '../../components/page/dotted-parts';
import type { City } from '../../i18n/cities';
import { from, space, color } from '../../styles/theme';
import { ownFace } from '../../styles/clocks';
import { smallText } from '../../styles/type';
import { useVisitorZone } from '../../time/visitor-zone';
import { zoneOffset } from '../../time/zone-offset';
import { differenceText } from './day-difference';
import { SunDial } from './sun-dial';
import { useOwnPlace } from './world/use-own-place';

interface OwnFaceProps {
  readonly city: City;
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  readonly theme: AnalogTheme;
}

/** Only where there is room for it, which is kept from the first render on. */
export function OwnFace({ city, minute, theme }: OwnFaceProps) {
  const intl = useIntl();
  const own = useOwnPlace(useVisitorZone());
  if (minute === null || own === null) return <Place />;
  const ownOffset = zoneOffset(minute, own.zone);
  const cityOffset = zoneOffset(minute, city.zone);
  if (ownOffset === cityOffset) {
    return (
      <Place>
        <SunDial city={city} minute={minute} />
      </Place>
    );
  }
  return (
    <Place>
      <AnalogFace minute={minute} zone={own.zone} place={own.name} theme={theme} />
      <Words>
        <DottedParts parts={[own.name, differenceText(intl, ownOffset, cityOffset)]} />
      </Words>
    </Place>
  );
}

const Place = styled.div`
  display: none;

  ${from.lg} {
    display: grid;
    gap: ${space[16]};
    inline-size: ${ownFace};
    min-block-size: ${ownFace};
  }
`;

const Words = styled.div`
  ${smallText}
  justify-self: center;
  color: ${color.inkSoft};
  text-align: center;
`;
