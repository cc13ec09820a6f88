// A clock on a dark screen, for a desk or a bedside: it keeps the screen on and moves slowly.
import { useState } from 'react';
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { AnalogFace, type AnalogTheme } from '../../components/faces/analog-face';
import { Button } from '../../components/forms/button';
import { DeskScreen } from '../../components/desk/desk-screen';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import type { City } from '../../i18n/cities';
import { deskFace, deskWords } from '../../styles/desk';
import { icon, color, radius, size } from '../../styles/theme';
import { CityDate } from './main-city';
import { ZoneClock } from './zone-clock';

export type DeskFace =
  | { readonly kind: 'digital'; readonly hour12: boolean }
  | { readonly kind: 'analog'; readonly theme: AnalogTheme };

interface DeskClockProps {
  readonly city: City;
  readonly face: DeskFace;
  readonly onClose: () => void;
}

export function DeskClock({ city, face, onClose }: DeskClockProps) {
  const { formatMessage } = useIntl();
  const minute = useMinute();
  const ownZone = useVisitorZone();
  const [own, setOwn] = useState(false);

  const zone = own && ownZone !== null ? ownZone : city.zone;
  const place = own ? formatMessage({ id: 'desk.yours' }) : city.name;
  return (
    <DeskScreen
      name={formatMessage({ id: 'desk.name' })}
      minute={minute}
      onClose={onClose}
      controls={
        <>
          <Pair role="group" aria-label={formatMessage({ id: 'desk.which' })}>
            <Which
              aria-pressed={!own}
              onClick={() => {
                setOwn(false);
              }}
            >
              {city.name}
            </Which>
            <Which
              aria-pressed={own}
              onClick={() => {
                setOwn(true);
              }}
            >
              {formatMessage({ id: 'desk.yours' })}
            </Which>
          </Pair>
          <Button onClick={onClose}>
            <X {...icon.medium} />
            {formatMessage({ id: 'desk.leave' })}
          </Button>
        </>
      }
    >
      {face.kind === 'digital' ? (
        <ZoneClock minute={minute} zone={zone} hour12={face.hour12} kind="desk" />
      ) : (
        <Face>
          <AnalogFace minute={minute} zone={zone} place={place} theme={face.theme} />
        </Face>
      )}
      <Words>
        <span>{place}</span>
        <CityDate city={{ ...city, zone }} minute={minute} />
      </Words>
    </DeskScreen>
  );
}

const Face = styled.div`
  inline-size: ${deskFace};
`;

const Words = styled.div`
  ${deskWords}
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  color: ${color.inkSoft};
`;

const Pair = styled.div`
  display: flex;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
`;

const Which = styled(Button).attrs({ $kind: 'quiet' })`
  &[aria-pressed='true'] {
    color: ${color.ink};
    background: ${color.line};
  }
`;
