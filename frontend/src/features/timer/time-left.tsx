// The digits of a timer; while it runs, another time left is typed onto them. The moment at which a length is typed,
// for `until 19:00`.
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { shortCountdownText } from '../../i18n/duration-text';
import { leftMs } from '../../rings/timer-steps';
import { synchronisedNow } from '../../time/synchronised-time';
import type { Timer } from '../../model/types';
import { digitsInput } from '../../styles/timer';
import { underlined } from '../../styles/underlined';
import { color } from '../../styles/theme';
import { useTypedReader } from '../../typed/load';
import { longestSeconds, timerName } from './timer-seed';
import { isOnControl, useTimerWrites } from './use-timer-writes';
import { isoDay, clockText } from '../../time/zone-offset';
import { visitorZone } from '../../time/visitor-zone';
import type { ReaderClock } from '../../typed/reader';

interface TimeLeftProps {
  /** In its present step. */
  readonly timer: Timer;
  readonly seconds: number;
  /** The digits, as they are shown. */
  readonly children: ReactNode;
  /** What is pressed anywhere to type onto them: the first digit, Enter, or nothing. */
  readonly keys?: TypedKeys;
}

export type TypedKeys = 'digits' | 'enter' | 'none';

export function TimeLeft({ timer, seconds, children, keys = 'none' }: TimeLeftProps) {
  const intl = useIntl();
  /** What the field begins with; null while nothing is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const running = timer.enabled === 1;
  const isIdle = typed === null;

  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // A ring takes all keys itself.
    const isForAnother = document.querySelector('[data-covers-all]') !== null;
    if (isForAnother || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    if (keys === 'enter' && (key !== 'Enter' || isOnControl(event))) return;
    if (keys === 'digits' && !/^\p{Nd}$/u.test(key)) return;
    event.preventDefault();
    setTyped(keys === 'digits' ? key : shortCountdownText(seconds));
  });

  useEffect(() => {
    if (keys === 'none' || !running || !isIdle) return undefined;
    return onEvents(document, ['keydown'], pressKey);
  }, [keys, running, isIdle]);

  if (running && typed !== null) {
    return (
      <Field
        timer={timer}
        text={typed}
        onDone={() => {
          setTyped(null);
          requestAnimationFrame(() => {
            // On the stage the tile, on which Space pauses.
            const tile = button.current?.closest<HTMLElement>('[role="group"]');
            (tile ?? button.current)?.focus({ preventScroll: true });
          });
        }}
        onLeave={() => {
          setTyped(null);
        }}
      />
    );
  }
  return (
    <Place>
      {children}
      {running && (
        <Over
          ref={button}
          type="button"
          aria-label={intl.formatMessage(
            { id: 'timer.leftName' },
            { name: timerName(intl, timer) },
          )}
          onClick={() => {
            setTyped(shortCountdownText(seconds));
          }}
        />
      )}
    </Place>
  );
}

interface FieldProps {
  readonly timer: Timer;
  readonly text: string;
  /** Enter or Escape. */
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

function Field({ timer, text: first, onDone, onLeave }: FieldProps) {
  const intl = useIntl();
  const { turn } = useTimerWrites();
  const { load } = useTypedReader();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(first);
  const [isWrong, setWrong] = useState(false);

  useEffect(() => {
    void load();
    input.current?.focus({ preventScroll: true });
    // A digit that was typed is the first of more; a time is replaced.
    if (first.length > 1) input.current?.select();
  }, [first, load]);

  async function finish() {
    const seconds = (await load()).length(text, timerClock());
    if (seconds === null || seconds < 1 || seconds > longestSeconds) {
      setWrong(true);
      return;
    }
    const left = Math.ceil(leftMs(timer, synchronisedNow()) / 1000);
    if (seconds !== left) void turn(timer, seconds - left);
    onDone();
  }

  return (
    <Input
      ref={input}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      aria-label={intl.formatMessage({ id: 'timer.leftName' }, { name: timerName(intl, timer) })}
      aria-invalid={isWrong || undefined}
      style={{ inlineSize: `${String(Math.max(4, text.length + 0.5))}ch` }}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        setWrong(false);
      }}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          void finish();
        }
        if (event.key === 'Escape') {
          // A view that fills the screen stays open.
          event.preventDefault();
          event.stopPropagation();
          onDone();
        }
      }}
    />
  );
}

/** With the present second; the hours of the clock matter only to `until 7`, whose next one is meant. */
export function timerClock(): ReaderClock {
  const now = synchronisedNow();
  const zone = visitorZone();
  const [hours = 0, minutes = 0, seconds = 0] = clockText(now, zone).split(':').map(Number);
  return { hour12: true, now: hours * 60 + minutes + seconds / 60, today: isoDay(now, zone) };
}

const Place = styled.span`
  position: relative;
  display: inline-block;
`;

/** The digits themselves stay text, which a screen reader finds as the timer. */
const Over = styled.button`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  padding: 0;
  border: 0;
  background: none;
  cursor: text;
  pointer-events: auto;
`;

/** In the type of the digits that it replaces. */
const Input = styled.input`
  ${underlined}
  max-inline-size: 100%;
  block-size: ${digitsInput};
  padding: 0;
  border-color: ${color.accent};
  letter-spacing: inherit;
  line-height: 1;
  text-align: center;
  pointer-events: auto;

  &[aria-invalid] {
    color: ${color.accent};
  }
`;
