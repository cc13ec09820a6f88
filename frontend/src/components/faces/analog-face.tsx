// An analog clock: a dial of any size, and hands that the browser animates.
import { createContext, memo, use, useId, useMemo, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { handPeriods, useClockHands, type Hand } from '../../time/clock-hands';
import { useReducedMotion } from '../../browser/in-browser';
import { isHour12, timeOfDayText } from '../../i18n/clock-time';
import { useHourChoice } from '../../settings/choices';
import { zoneOffset } from '../../time/zone-offset';
import { dialDigits } from '../../styles/clocks';
import { color } from '../../styles/theme';
import {
  placeAt,
  type HandShape,
  baton,
  marksAt,
  tapered,
  weighted,
  type Mark,
  DialFrame,
  DialDisc,
} from './dials';

interface AnalogFaceProps {
  /** The running minute; null before hydration, when the face has no hands. */
  readonly minute: number | null;
  /** An IANA name; null before it is known. */
  readonly zone: string | null;
  /** A label for the time: a city, or `Your time`. */
  readonly place: string;
  readonly theme?: AnalogTheme;
  /** Drawn for about 90 px: fewer and stronger lines. */
  readonly small?: boolean;
  /** The second hand moves once a second in every theme. */
  readonly ticks?: boolean;
}

/** An analogue clock that fills the width of its container. */
export function AnalogFace({
  minute,
  zone,
  place,
  theme = 'classic',
  small = false,
  ticks = false,
}: AnalogFaceProps) {
  const intl = useIntl();
  const face = faces[theme];
  const drawn = use(DrawnDial);
  const design = small ? face.small : face.large;
  const hours = useHourChoice();
  const hour12 = hours === 'auto' ? isHour12(intl) : hours === 'h12';
  const alive = minute !== null && zone !== null;
  const offset = alive ? zoneOffset(minute, zone) : 0;
  const time = alive ? timeOfDayText(intl, minute, offset, hour12) : null;
  const label = time === null ? place : intl.formatMessage({ id: 'face.label' }, { place, time });

  return (
    <DialFrame role="img" aria-label={label}>
      <Plate viewBox={dialBox} aria-hidden="true">
        {small && drawn !== null ? <use href={`#${drawn}`} /> : <Dial design={design} />}
      </Plate>
      {alive && (
        <Hands
          // Each design has its own hands.
          key={`${theme} ${String(small)}`}
          design={design}
          secondSteps={ticks || face.secondSteps}
          offset={offset}
          minute={minute}
        />
      )}
    </DialFrame>
  );
}

interface SmallDialProps {
  readonly theme: AnalogTheme;
  readonly children: ReactNode;
}

/** Draws the dial of small faces once and reuses it: fifty copies would be most of a page's HTML. */
export function SmallDial({ theme, children }: SmallDialProps) {
  const id = useId();
  return (
    <DrawnDial value={id}>
      <Drawing aria-hidden="true">
        <defs>
          <g id={id}>
            <Dial design={faces[theme].small} />
          </g>
        </defs>
      </Drawing>
      {children}
    </DrawnDial>
  );
}

/** The id of the small dial that is drawn. */
const DrawnDial = createContext<string | null>(null);

const Dial = memo(function Dial({ design: { marks, numbers } }: { readonly design: FaceDesign }) {
  return (
    <>
      <DialDisc r={99.5} />
      {marks.map(({ path, width, soft }) => (
        <MarkLine key={path} d={path} strokeWidth={width} $soft={soft} />
      ))}
      {numbers?.shown.map((number) => (
        <Numeral
          key={number}
          {...placeAt(number * 5, numbers.distance)}
          // Half the height of a digit, to centre it vertically.
          dy={numbers.size * 0.35}
          fontSize={numbers.size}
          fontWeight={numbers.weight}
        >
          {number}
        </Numeral>
      ))}
    </>
  );
});

interface HandsProps {
  readonly design: FaceDesign;
  readonly secondSteps: boolean;
  /** Milliseconds ahead of UTC. */
  readonly offset: number;
  /** The running minute. */
  readonly minute: number;
}

function Hands({ design: { hands, pin }, secondSteps, offset, minute }: HandsProps) {
  const hourHand = useRef<SVGSVGElement>(null);
  const minuteHand = useRef<SVGSVGElement>(null);
  const secondHand = useRef<SVGSVGElement>(null);
  const still = useReducedMotion();
  const turning = useMemo<readonly Hand[]>(
    () => [
      { element: hourHand, period: handPeriods.hour, steps: still ? 720 : null },
      { element: minuteHand, period: handPeriods.minute, steps: still ? 60 : null },
      { element: secondHand, period: handPeriods.second, steps: still || secondSteps ? 60 : null },
    ],
    [still, secondSteps],
  );
  useClockHands(turning, offset, minute);

  return (
    <>
      <HandLayer ref={hourHand} viewBox={handBox} aria-hidden="true" $accent={false}>
        <Shape shape={hands.hour} />
      </HandLayer>
      <HandLayer ref={minuteHand} viewBox={handBox} aria-hidden="true" $accent={false}>
        <Shape shape={hands.minute} />
      </HandLayer>
      <HandLayer ref={secondHand} viewBox={handBox} aria-hidden="true" $accent>
        <Shape shape={hands.second} />
        <circle r={pin.outer} stroke="none" />
        {pin.inner > 0 && <circle r={pin.inner} fill={color.surface} stroke="none" />}
      </HandLayer>
    </>
  );
}

function Shape({ shape: { path, width, solid } }: { readonly shape: HandShape }) {
  return (
    <>
      {path !== '' && <path d={path} strokeWidth={width} fill="none" />}
      {solid !== undefined && <path d={solid} stroke="none" />}
    </>
  );
}

const dialBox = '-100 -100 200 200';

/** A hand's box is as narrow as possible, so that fifty faces use little memory. */
const handBox = '-10 -100 20 200';

export const analogThemes = ['classic', 'modern', 'minimal'] as const;
export type AnalogTheme = (typeof analogThemes)[number];

interface FaceDesign {
  readonly marks: readonly Mark[];
  readonly numbers: {
    readonly shown: readonly number[];
    readonly distance: number;
    readonly size: number;
    readonly weight: number;
  } | null;
  readonly hands: {
    readonly hour: HandShape;
    readonly minute: HandShape;
    readonly second: HandShape;
  };
  /** Radii of the centre pin: outside, and the hole. */
  readonly pin: { readonly outer: number; readonly inner: number };
}

interface Face {
  /** The second hand moves once a second; otherwise it sweeps. */
  readonly secondSteps: boolean;
  readonly large: FaceDesign;
  readonly small: FaceDesign;
}

const twelve = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const quarters = [3, 6, 9, 12];

const faces: Record<AnalogTheme, Face> = {
  classic: {
    secondSteps: true,
    large: {
      marks: [marksAt(1, 94.5, 97.5, 0.7, { soft: true, without: 5 }), marksAt(5, 91, 97.5, 1.7)],
      numbers: { shown: twelve, distance: 79, size: 16.5, weight: 400 },
      hands: {
        hour: tapered(48, 14, 5.4, 3.8),
        minute: tapered(68, 16, 4.1, 2.6),
        second: weighted(69.5, 27, 1.2, 3.2, 13),
      },
      pin: { outer: 3.6, inner: 1 },
    },
    small: {
      marks: [marksAt(5, 93, 98, 2.2)],
      numbers: { shown: twelve, distance: 78, size: 20.5, weight: 400 },
      hands: {
        hour: tapered(42, 14, 7.4, 5.6),
        minute: tapered(63, 16, 5.6, 4),
        second: weighted(64, 26, 2.2, 4.6, 13),
      },
      pin: { outer: 5.4, inner: 0 },
    },
  },
  modern: {
    secondSteps: false,
    large: {
      marks: [
        marksAt(1, 94.5, 97.5, 0.8, { soft: true, without: 5 }),
        marksAt(5, 84, 97.5, 3, { without: 15 }),
      ],
      // They do not touch the marks beside 12 and 6.
      numbers: { shown: quarters, distance: 81, size: 25, weight: 500 },
      hands: {
        hour: baton(45, 0, 6.4),
        minute: baton(69, 0, 4.6),
        second: weighted(71, 24, 1.5, 1.5, 4),
      },
      pin: { outer: 5.4, inner: 2 },
    },
    small: {
      marks: [marksAt(5, 86, 98, 3.6, { without: 15 })],
      numbers: { shown: quarters, distance: 83, size: 29, weight: 500 },
      hands: {
        hour: baton(42, 0, 8.4),
        minute: baton(63, 0, 6.2),
        second: weighted(66, 24, 2.4, 2.4, 4),
      },
      pin: { outer: 7, inner: 2.6 },
    },
  },
  minimal: {
    secondSteps: false,
    large: {
      marks: [marksAt(15, 90, 98, 1.4)],
      numbers: null,
      hands: {
        hour: baton(52, 0, 2.6),
        minute: baton(83, 0, 1.7),
        second: baton(86, 18, 1.1),
      },
      pin: { outer: 2.6, inner: 0 },
    },
    small: {
      marks: [marksAt(15, 88, 98, 2.6)],
      numbers: null,
      hands: {
        hour: baton(50, 0, 4.4),
        minute: baton(80, 0, 3),
        second: baton(84, 20, 2),
      },
      pin: { outer: 4.6, inner: 0 },
    },
  },
};

const Plate = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  overflow: visible;
`;

/** A shape that is drawn by `use`. */
const Drawing = styled.svg`
  display: none;
`;

const MarkLine = styled.path<{ readonly $soft: boolean }>`
  fill: none;
  stroke: ${({ $soft }) => ($soft ? color.inkSoft : color.ink)};
`;

const Numeral = styled.text`
  ${dialDigits}
  fill: ${color.ink};
  text-anchor: middle;
`;

const HandLayer = styled.svg<{ readonly $accent: boolean }>`
  position: absolute;
  inset: 0;
  inline-size: 10%;
  block-size: 100%;
  margin-inline: auto;
  fill: ${({ $accent }) => ($accent ? color.accent : color.ink)};
  stroke: ${({ $accent }) => ($accent ? color.accent : color.ink)};
  stroke-linecap: round;
`;
