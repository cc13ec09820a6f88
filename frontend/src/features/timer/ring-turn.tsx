// The hand on the ring of a running timer: turned clockwise it has more time left, anticlockwise less.
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { DialGrip } from '../../components/faces/dial-grip';
import type { PointerPlace } from '../../components/faces/dials';
import { stepOfKey, alongToo } from '../../components/forms/time-line';
import { lengthText } from '../../i18n/duration-text';
import type { Timer } from '../../model/types';
import { longestSeconds, timerSteps, timerName } from './timer-seed';
import { boundedTurn, turnedBy, wound, type Winding } from './ring-winding';
import { useTimerWrites } from './use-timer-writes';

interface RingTurnProps {
  readonly timer: Timer;
  /** What is left without the turn. */
  readonly seconds: number;
  /** The turn so far, in seconds; another ring may show it. */
  readonly by: number;
  readonly onBy: (by: number) => void;
  /** A ring in a row, which can be held anywhere. */
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

  function hold({ turn: at }: PointerPlace) {
    grip.current = { seconds, left: seconds, turn: at };
  }

  function pull(place: PointerPlace) {
    if (grip.current === null) return;
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
    <DialGrip
      outer={small ? 1 : 1.06}
      inner={small ? 0 : 0.66}
      scrolls={small}
      tabIndex={0}
      aria-label={intl.formatMessage({ id: 'timer.turnName' }, { name: timerName(intl, timer) })}
      aria-valuemin={0}
      aria-valuemax={longestSeconds}
      aria-valuenow={said}
      aria-valuetext={said > 0 ? lengthText(intl, said) : '0'}
      onKeyDown={pressKey}
      onBlur={finish}
      onGrip={hold}
      onPull={pull}
      onRelease={finish}
      onCancel={drop}
    />
  );
}
