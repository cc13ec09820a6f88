// The hand on the ring of a running timer: turned clockwise it has more time left, anticlockwise less.
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { placeOfPointer, boxOf } from '../../components/faces/dial-pointer';
import { stepOfKey, alongToo } from '../../components/forms/time-line';
import { lengthText } from '../../i18n/duration-text';
import type { Timer } from '../../model/types';
import { longestSeconds, timerSteps } from './plan-limits';
import { boundedTurn, turnedBy, wound, type Winding } from './ring-winding';
import { timerName } from './timer-seed';
import { useTimerWrites } from './use-timer-writes';

interface RingTurnProps {
  readonly timer: Timer;
  /** What is left without the turn. */
  readonly seconds: number;
  /** The turn so far, in seconds; another ring may show it. */
  readonly by: number;
  readonly onBy: (by: number) => void;
  /** A ring in a row, which can be held anywhere; a page is scrolled over it. */
  readonly small?: boolean;
}

/** Keys are done when none was pressed for this long. */
const keysRestMs = 700;

/** Takes the place of its ring. A turn is sent at its end, and can be undone. */
export function RingTurn({ timer, seconds, by, onBy, small = false }: RingTurnProps) {
  const intl = useIntl();
  const { turn } = useTimerWrites();
  const grip = useRef<(Winding & { readonly left: number }) | null>(null);
  const keys = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ by, timer });
  useEffect(() => {
    latest.current = { by, timer };
  });

  useEffect(
    () => () => {
      clearTimeout(keys.current);
      onBy(0);
    },
    [onBy],
  );

  function set(next: number) {
    latest.current = { ...latest.current, by: next };
    onBy(next);
  }

  function drop() {
    clearTimeout(keys.current);
    grip.current = null;
    set(0);
  }

  function finish() {
    const turned = latest.current;
    if (turned.by !== 0) void turn(turned.timer, turned.by);
    drop();
  }

  function press(event: PointerEvent<SVGElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const place = placeOfPointer(boxOf(event), event);
    grip.current = { seconds, left: seconds, turn: place.turn };
  }

  /** Also at the release, because the last movement may not have been reported. */
  function move(event: PointerEvent<SVGElement>) {
    if (grip.current === null) return;
    const place = placeOfPointer(boxOf(event), event);
    const next = wound(grip.current, place);
    grip.current = { ...next, left: grip.current.left };
    set(turnedBy(next, grip.current.left, place));
  }

  function pressKey(event: KeyboardEvent) {
    const step = stepOfKey(event, timerSteps, alongToo);
    if (event.key === 'Escape' && by !== 0) drop();
    if (step === null) return;
    event.preventDefault();
    set(boundedTurn(by + step, seconds));
    clearTimeout(keys.current);
    keys.current = setTimeout(finish, keysRestMs);
  }

  const left = seconds + by;
  // Read out once a minute, but a turn with its seconds.
  const said = by === 0 ? Math.ceil(left / 60) * 60 : left;
  return (
    <Band
      viewBox="-100 -100 200 200"
      role="slider"
      tabIndex={0}
      aria-label={intl.formatMessage({ id: 'timer.turnName' }, { name: timerName(intl, timer) })}
      aria-valuemin={0}
      aria-valuemax={longestSeconds}
      aria-valuenow={said}
      aria-valuetext={said > 0 ? lengthText(intl, said) : '0'}
      onKeyDown={pressKey}
      onBlur={finish}
    >
      <Grip
        r={small ? 50 : 86}
        $small={small}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={(event) => {
          move(event);
          finish();
        }}
        onPointerCancel={drop}
      />
    </Band>
  );
}

const Band = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  border-radius: 50%;
  fill: none;
  pointer-events: none;
`;

const onBand = css`
  stroke-width: 40;
  touch-action: none;
`;

/** A finger that moves up or down scrolls the page. */
const onDisc = css`
  stroke-width: 100;
  touch-action: pan-y;
`;

const Grip = styled.circle<{ readonly $small: boolean }>`
  stroke: transparent;
  pointer-events: stroke;
  cursor: grab;
  ${({ $small }) => ($small ? onDisc : onBand)}

  &:active {
    cursor: grabbing;
  }
`;
