// A dial of 24 hours with noon at the top: the current time, the rings of the next 24 hours, those that a day off keeps
// silent, and the wait for the first.
import { Fragment, memo, type ReactNode } from 'react';
import styled from 'styled-components';
import { nextRing, ringOf, silentRing } from '../../rings/next-ring';
import type { DayRange } from '../../model/days-off';
import type { Alarm } from '../../model/types';
import { useDaysOff } from '../../offline/days-off';
import {
  placeAt,
  pointAt,
  ray,
  DialDisc,
  DialNumber,
  fineFrom,
  wrapped,
  type PointerPlace,
} from '../../components/faces/dials';
import { useVisitorClock, type ClockParts } from '../../i18n/clock-time';
import { dialDigits } from '../../styles/clocks';
import { color } from '../../styles/theme';
import { dayMs, minuteOf, timeOf } from '../../model/time-of-day';
import { zoneOffset } from '../../time/zone-offset';

interface DayDialProps {
  readonly alarms: readonly Alarm[];
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  /** The visitor's; null before it is known. */
  readonly zone: string | null;
  /** The time that is being set, `HH:mm`; null if none is. */
  readonly held: string | null;
  /** What lies over the drawing. */
  readonly children?: ReactNode;
}

/** Hidden from screen readers, because the text beside it says the same. Fills its container. */
export function DayDial({ children, ...drawing }: DayDialProps) {
  return (
    <Frame>
      <Drawing {...drawing} />
      {children}
    </Frame>
  );
}

/** Stays as it is while a name is typed. */
const Drawing = memo(function Drawing({
  alarms,
  minute,
  zone,
  held,
}: Omit<DayDialProps, 'children'>) {
  return (
    <Dial viewBox="-100 -100 200 200" aria-hidden="true" className="notranslate">
      <DialDisc r={99.5} />
      <Quarters r={quarterRadius} pathLength={quartersOfDay} />
      <Hours r={hourRadius} pathLength={hoursOfDay} />
      <HoursOfClock />
      {minute !== null && zone !== null && (
        <Day alarms={alarms} minute={minute} zone={zone} held={held} />
      )}
    </Dial>
  );
});

/** On a 12-hour clock both sixes say which half of the day is theirs. */
function HoursOfClock() {
  const clock = useVisitorClock();
  return [...largeHours, ...smallHours].map((hour) => {
    const isLarge = hour % 6 === 0;
    const place = placeAt(minuteOfHour(hour), isLarge ? 65 : 68);
    const { period } = clock.partsOf(`${String(hour)}:00`);
    return (
      <Fragment key={hour}>
        <DialNumber {...place} dy={isLarge ? 4.5 : 3} fontSize={isLarge ? 13 : 8.5}>
          {period === null ? hour : hour % 12 || 12}
        </DialNumber>
        {period !== null && hour % 12 === 6 && (
          <DialNumber {...place} dy={14} fontSize={7.5}>
            {period.text}
          </DialNumber>
        )}
      </Fragment>
    );
  });
}

interface DayProps {
  readonly alarms: readonly Alarm[];
  readonly minute: number;
  readonly zone: string;
  readonly held: string | null;
}

function Day({ alarms, minute, zone, held }: DayProps) {
  const clock = useVisitorClock();
  const rings = ringsOfDay(alarms, minute);
  const silent = silentRingsOfDay(alarms, useDaysOff(), minute);
  const next = nextRing(alarms);
  const now = partOfDay(minute, zone);
  const set = held === null ? null : partOfTime(held);
  const until = set ?? (rings[0] === undefined ? null : partOfDay(rings[0], zone));
  return (
    <>
      {until !== null && (
        <>
          <Wait {...waitArc(now, until)} />
          <WaitHours {...waitArc(now, until, hoursOfDay)} />
        </>
      )}
      {silent.map((ring) => (
        <circle
          key={ring}
          {...centre(partOfDay(ring, zone), dotDistance)}
          r={2}
          stroke={color.inkSoft}
          strokeWidth={0.8}
        />
      ))}
      {rings.map((ring) => (
        <circle
          key={ring}
          {...centre(partOfDay(ring, zone), dotDistance)}
          r={ring === next ? 3.4 : 2.4}
          fill={color.ink}
        />
      ))}
      <path d={radial(now, 85.5, 99)} stroke={color.accent} strokeWidth={2} />
      {set === null && next !== null && <Time {...clock.parts(next, zone)} />}
    </>
  );
}

/** `07:00` with a drawn colon, so that text search does not find the time twice. */
function Time({ minutes: time, period }: ClockParts) {
  const [hours, minutes] = time.split(':');
  return (
    <>
      <Digits x={-5} dy={10.5} fontSize={30} textAnchor="end">
        {hours}
      </Digits>
      <circle cy={-6} r={1.7} fill={color.ink} />
      <circle cy={8.6} r={1.7} fill={color.ink} />
      <Digits x={5} dy={10.5} fontSize={30} textAnchor="start">
        {minutes}
      </Digits>
      {period !== null && (
        <DialNumber dy={28} fontSize={11}>
          {period.text}
        </DialNumber>
      )}
    </>
  );
}

/** The instants of the next 24 hours at which an alarm rings, in order and without duplicates. */
export function ringsOfDay(alarms: readonly Alarm[], minute: number): readonly number[] {
  return within24Hours(alarms.map(ringOf), minute);
}

/** Those at which an alarm would ring but for a day off. */
export function silentRingsOfDay(
  alarms: readonly Alarm[],
  daysOff: readonly DayRange[],
  minute: number,
): readonly number[] {
  return within24Hours(
    alarms.map((alarm) => silentRing(alarm, daysOff, minute)?.at ?? null),
    minute,
  );
}

function within24Hours(instants: readonly (number | null)[], minute: number): readonly number[] {
  const near = instants
    .filter((instant) => instant !== null)
    .filter((instant) => instant >= minute && instant - minute < dayMs);
  return [...new Set(near)].sort((one, other) => one - other);
}

/** The dashes of the arc between now and a ring: those of quarters, or of hours. */
export function waitArc(now: number, until: number, marks: number = quartersOfDay) {
  const first = markOf(now, marks) + 1;
  const last = markOf(until, marks) + (until < now ? marks : 0);
  const count = Math.min(last - first + 1, marks - 1);
  if (count <= 0) return { d: '' };
  const from = (first - 0.5) / marks;
  const to = from + count / marks;
  const large = to - from > 0.5 ? 1 : 0;
  const radius = marks === hoursOfDay ? hourRadius : quarterRadius;
  return {
    d: `M${at(from, radius)}A${radius} ${radius} 0 ${large} 1 ${at(to, radius)}`,
    pathLength: count,
  };
}

/** The mark before a part of the day; a second is added, because of rounding. */
function markOf(part: number, marks: number): number {
  return Math.floor((part + 1 / 86_400) * marks);
}

function minuteOfHour(hour: number): number {
  return (hour / 24 + 0.5) * 60;
}

const quartersOfDay = 96;
const hoursOfDay = 24;
const quarterRadius = 92.5;
const hourRadius = 91;
const largeHours = [0, 6, 12, 18];
const smallHours = [3, 9, 15, 21];

export const dayMinutes = 1440;

/** How far a pointer moves the time, in minutes: on the dial, and far from it. */
const defaultStep = 5;
const fineStep = 1;

/** The part of its local day before an instant, from 0 to 1. */
export function partOfDay(instant: number, zone: string): number {
  return ((instant + zoneOffset(instant, zone)) % dayMs) / dayMs;
}

export function partOfTime(time: string): number {
  return minuteOf(time) / dayMinutes;
}

/** The turn from the top of the dial to a part of the day, and back. */
export function turnOf(part: number): number {
  return wrapped(part + 0.5);
}

/** The time `HH:mm` at a turn from the top of the dial, in the steps of the pointer's distance. */
export function timeAt({ turn, far }: PointerPlace): string {
  const step = far > fineFrom ? fineStep : defaultStep;
  return timeOf(Math.round((turnOf(turn) * dayMinutes) / step) * step);
}

function at(part: number, distance: number): string {
  return pointAt((part + 0.5) * 60, distance);
}

function centre(part: number, distance: number) {
  const { x, y } = placeAt((part + 0.5) * 60, distance);
  return { cx: x, cy: y };
}

function radial(part: number, inner: number, outer: number): string {
  return ray((part + 0.5) * 60, inner, outer);
}

/** Where the disc of the hand and the dots of alarms are. */
export const discDistance = 92;
export const dotDistance = 79;

const Frame = styled.div`
  position: relative;
  container-type: inline-size;
`;

const Dial = styled.svg`
  inline-size: 100%;
  aspect-ratio: 1;
  fill: none;
  /* A dial runs clockwise in every language. */
  direction: ltr;
`;

const Quarters = styled.circle`
  stroke: ${color.line};
  stroke-width: 9;
  stroke-dasharray: 0.15 0.85;
  stroke-dashoffset: 0.075;
`;

const Hours = styled.circle`
  stroke: ${color.controlLine};
  stroke-width: 12;
  stroke-dasharray: 0.05 0.95;
  stroke-dashoffset: 0.025;
`;

/** The first mark is in the middle of the first dash. */
const Wait = styled.path`
  stroke: ${color.ink};
  stroke-width: 9;
  stroke-dasharray: 0.15 0.85;
  stroke-dashoffset: -0.425;
`;

const WaitHours = styled.path`
  stroke: ${color.ink};
  stroke-width: 12;
  stroke-dasharray: 0.05 0.95;
  stroke-dashoffset: -0.475;
`;

const Digits = styled.text`
  ${dialDigits}
  fill: ${color.ink};
  font-weight: 300;
`;
