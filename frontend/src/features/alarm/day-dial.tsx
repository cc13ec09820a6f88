// A dial of 24 hours with noon at the top: the current time, the rings of the next 24 hours, and the wait for the
// first.
import { Fragment } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { nextRing, ringOf } from '../../rings/next-ring';
import type { Alarm } from '../../model/types';
import { placeAt } from '../../components/faces/dial-drawing';
import { useVisitorClock } from '../../i18n/visitor-clock';
import type { ClockParts } from '../../i18n/clock-time';
import { durationText } from '../../i18n/duration-text';
import { zoneOffset } from '../../time/zone-offset';
import { dialDigits } from '../../styles/clocks';
import { color } from '../../styles/theme';

interface DayDialProps {
  readonly alarms: readonly Alarm[];
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  /** The visitor's; null before it is known. */
  readonly zone: string | null;
  /** The time that is being set, `HH:mm`; null if none is. */
  readonly held?: string | null;
}

/** Hidden from screen readers, because the text beside it says the same. Fills its container. */
export function DayDial({ alarms, minute, zone, held = null }: DayDialProps) {
  return (
    <Dial viewBox="-100 -100 200 200" aria-hidden="true">
      <Disc r={99.5} />
      <Quarters r={92.5} pathLength={quartersOfDay} />
      <Hours r={91} pathLength={24} />
      <HoursOfClock />
      {minute !== null && zone !== null && (
        <Day alarms={alarms} minute={minute} zone={zone} held={held} />
      )}
    </Dial>
  );
}

/** On a 12-hour clock both sixes say which half of the day is theirs. */
function HoursOfClock() {
  const clock = useVisitorClock();
  return shownHours.map((hour) => {
    const place = placeAt(minuteOfHour(hour), 65);
    const { period } = clock.partsOf(`${String(hour)}:00`);
    return (
      <Fragment key={hour}>
        <Numeral {...place} dy={4.5} fontSize={13}>
          {period === null ? hour : hour % 12 || 12}
        </Numeral>
        {period !== null && hour % 12 === 6 && (
          <Numeral {...place} dy={14} fontSize={7.5}>
            {period.text}
          </Numeral>
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
  const next = nextRing(alarms);
  const now = partOfDay(minute, zone);
  const set = held === null ? null : partOfTime(held);
  const until = set ?? (rings[0] === undefined ? null : partOfDay(rings[0], zone));
  return (
    <>
      {until !== null && <Wait {...waitArc(now, until)} />}
      {rings.map((ring) => (
        <Dot key={ring} {...centre(partOfDay(ring, zone), 79)} r={ring === next ? 3.4 : 2.4} />
      ))}
      <Now d={radial(now, 85.5, 99)} />
      {set === null && next !== null && <Time {...clock.parts(next, zone)} />}
      {set !== null && <Held set={set} now={now} />}
    </>
  );
}

/** The hand on the time that is being set, and in the middle the wait until then. */
function Held({ set, now }: { readonly set: number; readonly now: number }) {
  const intl = useIntl();
  const wait = (set - now + 1) % 1 || 1;
  return (
    <>
      <Hand d={radial(set, 70, 84)} />
      <Mark {...centre(set, 92)} r={8.2} />
      <Notch d={radial(set, 89, 95)} />
      <Digits dy={5} fontSize={15} textAnchor="middle">
        {durationText(intl, Math.round(wait * dayMinutes) * minuteMs)}
      </Digits>
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
      <Dot cy={-6} r={1.7} />
      <Dot cy={8.6} r={1.7} />
      <Digits x={5} dy={10.5} fontSize={30} textAnchor="start">
        {minutes}
      </Digits>
      {period !== null && (
        <Numeral dy={28} fontSize={11}>
          {period.text}
        </Numeral>
      )}
    </>
  );
}

/** The instants of the next 24 hours at which an alarm rings, in order and without duplicates. */
export function ringsOfDay(alarms: readonly Alarm[], minute: number): readonly number[] {
  const rings = alarms
    .map(ringOf)
    .filter((ring) => ring !== null)
    .filter((ring) => ring >= minute && ring - minute < dayMs);
  return [...new Set(rings)].sort((one, other) => one - other);
}

/** The part of its local day before an instant, from 0 to 1. */
function partOfDay(instant: number, zone: string): number {
  return ((instant + zoneOffset(instant, zone)) % dayMs) / dayMs;
}

/** The part of its day before a time of day. */
function partOfTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) / dayMinutes;
}

/** The dashes of the arc between now and a ring. */
export function waitArc(now: number, until: number) {
  const first = quarterOf(now) + 1;
  const last = quarterOf(until) + (until < now ? quartersOfDay : 0);
  const count = Math.min(last - first + 1, quartersOfDay - 1);
  if (count <= 0) return { d: '' };
  const from = (first - 0.5) / quartersOfDay;
  const to = from + count / quartersOfDay;
  const large = to - from > 0.5 ? 1 : 0;
  return {
    d: `M${at(from, 92.5)}A92.5 92.5 0 ${large} 1 ${at(to, 92.5)}`,
    pathLength: count,
  };
}

/** The quarter of an hour that contains a part of the day; a second is added, because of rounding. */
function quarterOf(part: number): number {
  return Math.floor((part + 1 / 86_400) * quartersOfDay);
}

/** A position on the dial; noon is at the top. */
function at(part: number, distance: number): string {
  const { x, y } = placeAt((part + 0.5) * 60, distance);
  return `${x} ${y}`;
}

function centre(part: number, distance: number) {
  const { x, y } = placeAt((part + 0.5) * 60, distance);
  return { cx: x, cy: y };
}

function radial(part: number, inner: number, outer: number): string {
  return `M${at(part, inner)}L${at(part, outer)}`;
}

function minuteOfHour(hour: number): number {
  return (hour / 24 + 0.5) * 60;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const dayMinutes = 1440;
const quartersOfDay = 96;
const shownHours = [0, 6, 12, 18];

const Dial = styled.svg`
  inline-size: 100%;
  aspect-ratio: 1;
  fill: none;
  /* A dial runs clockwise in every language. */
  direction: ltr;
`;

const Disc = styled.circle`
  fill: ${color.surface};
  stroke: ${color.line};
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

const Now = styled.path`
  stroke: ${color.accent};
  stroke-width: 2;
`;

/** What is held looks the same everywhere: a disc of ink with one tick in it. */
const Mark = styled.circle`
  fill: ${color.ink};
  stroke: ${color.surface};
  stroke-width: 2;
`;

const Hand = styled.path`
  stroke: ${color.ink};
  stroke-width: 1.6;
`;

const Notch = styled.path`
  stroke: ${color.surface};
  stroke-width: 1.4;
`;

const Dot = styled.circle`
  fill: ${color.ink};
`;

const Numeral = styled.text`
  ${dialDigits}
  fill: ${color.inkSoft};
  text-anchor: middle;
`;

const Digits = styled.text`
  ${dialDigits}
  fill: ${color.ink};
  font-weight: 300;
`;
