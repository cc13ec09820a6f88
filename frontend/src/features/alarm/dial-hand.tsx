// The hand of the dial, which sets the time of an alarm: pressed or pulled, or moved by the swipes of screen readers.
import { useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ringOf } from '../../rings/next-ring';
import type { Alarm } from '../../model/types';
import { placeAt, shorterWay, wrapped, type PointerPlace } from '../../components/faces/dials';
import { DialGrip } from '../../components/faces/dial-grip';
import { stepOfKey, alongToo } from '../../components/forms/time-line';
import { useVisitorClock } from '../../i18n/clock-time';
import { isSameZone } from '../../time/zone-identity';
import { color, motion } from '../../styles/theme';
import { alarmSteps, type AlarmLineState } from './use-alarm-line';
import {
  dayMinutes,
  discDistance,
  dotDistance,
  partOfDay,
  partOfTime,
  timeAt,
  turnOf,
} from './day-dial';
import { ringText } from './ring-text';
import { dayMs } from '../../model/time-of-day';

interface DialHandProps {
  readonly line: AlarmLineState;
  /** When it would ring first; null if never. */
  readonly ring: number | null;
  /** Those whose dots can be pulled. */
  readonly alarms: readonly Alarm[];
  /** The running minute, and the visitor's zone. */
  readonly minute: number;
  readonly zone: string;
  readonly onRelease: () => void;
}

/** What a pointer holds: nothing moves until it has gone some way from what it took. */
interface Hold {
  /** The turn from the pointer to what it holds. */
  readonly offset: number;
  readonly from: { readonly x: number; readonly y: number };
  readonly isMoved: boolean;
  readonly time: string | null;
}

/** In pixels: the radius of what a finger takes, and how far it may tremble. */
const reach = 22;
const tremble = 4;
/** In milliseconds, for each hour that passes under a finger. */
const tick = 4;

export function DialHand({ line, ring, alarms, minute, zone, onRelease }: DialHandProps) {
  const { formatMessage } = useIntl();
  const { held } = line;
  const hold = useRef<Hold | null>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const [pulled, setPulled] = useState(false);
  const valueText = useValueText(line, ring, minute, zone);

  function grip(place: PointerPlace, event: PointerEvent<HTMLElement>) {
    setPulled(true);
    const from = { x: event.clientX, y: event.clientY };
    const { turn } = place;
    const pressed = placeAt(turn * 60, place.far * 100);
    const radius = (drawing.current?.getBoundingClientRect().width ?? 0) / 200;
    const near = (part: number, distance: number) => {
      const { x, y } = placeAt(turnOf(part) * 60, distance);
      return Math.hypot(x - pressed.x, y - pressed.y) * radius <= reach;
    };
    const grab = (part: number, time: string) => {
      hold.current = { offset: turnOf(part) - turn, from, isMoved: false, time };
    };
    if (held !== null && near(partOfTime(held.time), discDistance)) {
      grab(partOfTime(held.time), held.time);
      return;
    }
    const taken = alarms.find((alarm) => {
      const part = placeOfDot(alarm, minute, zone);
      return part !== null && near(part, dotDistance);
    });
    if (taken !== undefined) {
      line.take(taken);
      grab(partOfTime(taken.time), taken.time);
      return;
    }
    hold.current = { offset: 0, from, isMoved: true, time: null };
    pull(place, event);
  }

  function pull({ turn, far }: PointerPlace, event: PointerEvent<HTMLElement>) {
    const holding = hold.current;
    if (holding === null) return;
    const gone = Math.hypot(event.clientX - holding.from.x, event.clientY - holding.from.y);
    if (!holding.isMoved && gone < tremble) return;
    const time = timeAt({ turn: wrapped(turn + holding.offset), far });
    hold.current = { ...holding, isMoved: true, time };
    if (time === holding.time) return;
    if (event.pointerType === 'touch' && holding.time?.slice(0, 2) !== time.slice(0, 2)) {
      (navigator as Partial<Navigator>).vibrate?.(tick);
    }
    line.change({ time });
  }

  function end() {
    hold.current = null;
    setPulled(false);
  }

  return (
    <>
      <Frame ref={drawing} viewBox="-100 -100 200 200" aria-hidden="true">
        {held !== null && <Hand time={held.time} from={partOfDay(minute, zone)} pulled={pulled} />}
      </Frame>
      <DialGrip
        outer={1.15}
        inner={0.62}
        tabIndex={-1}
        aria-label={formatMessage({ id: 'alarm.dial' })}
        aria-valuemin={0}
        aria-valuemax={dayMinutes - 1}
        aria-valuenow={Math.round(
          (held === null ? partOfDay(minute, zone) : partOfTime(held.time)) * dayMinutes,
        )}
        aria-valuetext={valueText ?? formatMessage({ id: 'alarm.dialHint' })}
        onKeyDown={(event) => {
          const by = stepOfKey(event, alarmSteps, alongToo);
          if (by === null) return;
          event.preventDefault();
          line.step(by);
        }}
        onPointerEnter={line.prepare}
        onGrip={grip}
        onPull={pull}
        onRelease={() => {
          end();
          onRelease();
        }}
        onCancel={end}
      />
    </>
  );
}

/** `Rings in 7 h 32 min, Monday at 07:00`; null if no time is set. */
function useValueText({ held }: AlarmLineState, ring: number | null, minute: number, zone: string) {
  const intl = useIntl();
  const clock = useVisitorClock();
  if (held === null) return null;
  return ring === null ? clock.textOf(held.time) : ringText(intl, clock, ring, minute, zone);
}

interface HandProps {
  readonly time: string;
  /** Where the hand comes from when a time is set: the part of the day that is over. */
  readonly from: number;
  readonly pulled: boolean;
}

/** What is held looks the same everywhere: a disc of ink with one tick in it. */
function Hand({ time, from, pulled }: HandProps) {
  const [start] = useState(turnOf(from));
  const [turns, setTurns] = useState(start);
  // The shorter way, perhaps over the top.
  const way = shorterWay(turns, turnOf(partOfTime(time)));
  if (Math.abs(way) > 1e-6) setTurns(turns + way);
  const style = { rotate: `${turns}turn`, '--from': `${start}turn` } as CSSProperties;
  return (
    <Turning style={style} data-pulled={pulled ? '' : undefined}>
      <path d="M0 -73V-84" stroke={color.ink} strokeWidth={1.6} />
      <circle cy={-discDistance} r={8.2} fill={color.ink} stroke={color.surface} strokeWidth={2} />
      <path d="M0 -89V-95" stroke={color.surface} strokeWidth={1.4} />
    </Turning>
  );
}

/** The part of the day at which an alarm has its dot, if pulling that moves its time. */
function placeOfDot(alarm: Alarm, minute: number, zone: string): number | null {
  const ring = ringOf(alarm);
  if (ring === null || ring < minute || ring - minute >= dayMs) return null;
  if (alarm.snoozedUntil !== null || !isSameZone(alarm.timezone, zone)) return null;
  return partOfDay(ring, zone);
}

const Frame = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  fill: none;
  overflow: visible;
  pointer-events: none;
  /* A dial runs clockwise in every language. */
  direction: ltr;
`;

const Turning = styled.g`
  transition: rotate ${motion.settle};

  &[data-pulled] {
    transition: none;
  }

  @starting-style {
    rotate: var(--from);
  }
`;
