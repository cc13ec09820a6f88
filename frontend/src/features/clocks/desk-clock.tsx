// A clock alone on a dark screen, for a desk or a bedside: it keeps the screen on and wanders a little.
import { useEffect, useRef, useState } from 'react';
import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { AnalogFace } from '../../components/faces/analog-face';
import type { AnalogTheme } from '../../components/faces/analog-theme';
import { Button } from '../../components/forms/button';
import { useModal } from '../../components/dialogs/use-modal';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { useFullscreen } from '../../components/desk/use-fullscreen';
import { useScreenAwake } from '../../browser/wake-lock';
import type { City } from '../../i18n/cities';
import { deskColors, deskFace, deskFade, deskWander, deskWords } from '../../styles/desk';
import { icon } from '../../styles/icons';
import { color, radius, size, space } from '../../styles/theme';
import { standAt } from './desk-wander';
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
  const dialog = useRef<HTMLDialogElement>(null);
  const minute = useMinute();
  const ownZone = useVisitorZone();
  const [own, setOwn] = useState(false);
  const touched = useTouched();
  useModal(dialog);
  useFullscreen(onClose);
  useScreenAwake();

  const zone = own && ownZone !== null ? ownZone : city.zone;
  const place = own ? formatMessage({ id: 'desk.yours' }) : city.name;
  const stand = standAt(minute ?? 0);
  return (
    <Screen
      ref={dialog}
      data-desk
      aria-label={formatMessage({ id: 'desk.name' })}
      $touched={touched}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Stage
        style={{
          translate: `calc(${stand.across} * ${deskWander.across}) calc(${stand.along} * ${deskWander.along})`,
        }}
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
      </Stage>
      <Controls $shown={touched}>
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
            <FormattedMessage id="desk.yours" />
          </Which>
        </Pair>
        <Button onClick={onClose}>
          <X {...icon.usual} />
          <FormattedMessage id="desk.leave" />
        </Button>
      </Controls>
    </Screen>
  );
}

/** So long the controls stay after a movement. */
const controlsStayMs = 4_000;

/** True while somebody moves the pointer, touches or types, and for a moment after. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(true);
  useEffect(() => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const touch = () => {
      setTouched(true);
      clearTimeout(timeout);
      timeout = setTimeout(() => {
        setTouched(false);
      }, controlsStayMs);
    };
    touch();
    const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
    signs.forEach((sign) => {
      document.addEventListener(sign, touch);
    });
    return () => {
      clearTimeout(timeout);
      signs.forEach((sign) => {
        document.removeEventListener(sign, touch);
      });
    };
  }, []);
  return touched;
}

const Screen = styled.dialog<{ readonly $touched: boolean }>`
  ${deskColors}
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  max-inline-size: none;
  max-block-size: none;
  padding: 0;
  border: 0;
  overflow: hidden;
  cursor: ${({ $touched }) => ($touched ? 'auto' : 'none')};

  &[open] {
    display: grid;
    place-items: center;
  }

  &::backdrop {
    background: transparent;
  }
`;

const Stage = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[24]};
  padding: ${space[24]};
`;

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

const faded = css`
  opacity: 0;

  &:focus-within:has(:focus-visible) {
    opacity: 1;
  }
`;

const Controls = styled.div<{ readonly $shown: boolean }>`
  position: absolute;
  inset-block-end: ${space[16]};
  inset-inline: ${space[16]};
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space[12]};
  transition: opacity ${deskFade};
  ${({ $shown }) => !$shown && faded}
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
