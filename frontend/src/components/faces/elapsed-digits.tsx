// The time of a stopwatch: its text, written once a second, and above it digits that the browser moves while it runs.
import { useLayoutEffect, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import { useHostWindow, whileInView } from '../../browser/in-view';
import { useReducedMotion } from '../../browser/in-browser';
import { stopwatchParts } from '../../i18n/duration-text';
import { onElapsedSeconds, type Elapsed, animateElapsed } from '../../stopwatch/stopwatch-store';
import { hundredthsSize } from '../../styles/stopwatch';
import { color } from '../../styles/theme';
import { animated, heldAt } from '../../time/animated-time';

interface ElapsedDigitsProps {
  readonly elapsed: Elapsed;
  /** With hundredths as large as the rest. */
  readonly even?: boolean;
  readonly className?: string;
}

/**
 * Uses the type of its container; `data-long` means that there are hours. The text is for screen readers and
 * for copying; it is exact when the stopwatch is stopped. With reduced motion only seconds are shown while it runs.
 */
export function ElapsedDigits({ elapsed, even = false, className }: ElapsedDigitsProps) {
  const view = useHostWindow();
  const still = useReducedMotion();
  const place = useRef<HTMLSpanElement>(null);
  const seconds = useRef<HTMLSpanElement>(null);
  const hundredths = useRef<HTMLSpanElement>(null);
  const [widest, setWidest] = useState(zero.seconds);

  useLayoutEffect(() => {
    const show = () => {
      const parts = stopwatchParts(elapsed.read());
      write(seconds.current, parts.seconds);
      write(hundredths.current, parts.hundredths);
      place.current?.toggleAttribute('data-long', parts.seconds.length > zero.seconds.length);
      setWidest(parts.seconds.replaceAll(/\d/g, '0'));
    };
    return onElapsedSeconds(elapsed, show, view ?? window);
  }, [elapsed, view]);

  return (
    <Place ref={place} className={className} translate="no">
      {elapsed.running && !still && (
        <DigitColumns elapsed={elapsed} even={even} view={view} widest={widest} />
      )}
      <Text ref={seconds}>{zero.seconds}</Text>
      <TextHundredths ref={hundredths} $even={even} data-running={elapsed.running}>
        {zero.hundredths}
      </TextHundredths>
    </Place>
  );
}

const zero = stopwatchParts(0);

/** Does not write a text that is there already. */
function write(place: Element | null, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

interface DigitColumnsProps extends Required<Pick<ElapsedDigitsProps, 'elapsed' | 'even'>> {
  /** The window that shows them; null for the page's own. */
  readonly view: Window | null;
  /** As wide as the minutes and seconds, perhaps with hours. */
  readonly widest: string;
}

/**
 * Lies over a text in the same type. `data-rolling` means that the columns move: in view only, because animations of
 * what is not painted would run on the main thread. Without it the text is shown. Minutes and seconds are one column,
 * because each column costs processor time in every frame.
 */
function DigitColumns({ elapsed, even, view, widest }: DigitColumnsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const seconds = useRef<HTMLSpanElement>(null);
  const tenths = useRef<HTMLSpanElement>(null);
  const hundredths = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const whole = place.current;
    if (whole === null) return;
    const roll = () => {
      const moving = [
        rolling(seconds.current, secondRows, secondRows * 1000),
        rolling(tenths.current, 10, 1000),
        rolling(hundredths.current, 10, 100),
      ].filter((animation) => animation !== null);
      if (moving.length === 0) return () => undefined;
      whole.toggleAttribute('data-rolling', true);
      const stop = animateElapsed(
        elapsed,
        moving.map((animation) => ({ animation, period: null })),
        view ?? window,
        () => {
          seconds.current?.setAttribute('data-rows', rowsAround(elapsed.read()));
        },
      );
      return () => {
        stop();
        whole.toggleAttribute('data-rolling', false);
      };
    };
    // A page cannot tell what is in view in another window, which only shows what it has to.
    return view === null ? whileInView(whole, roll) : roll();
  }, [elapsed, view]);

  return (
    <Columns ref={place} aria-hidden="true">
      <Cell data-widest={widest}>
        <Rows ref={seconds} />
      </Cell>
      <Hundredths $even={even}>
        <Mark data-mark="." />
        <Cell data-widest="0">
          <Rows ref={tenths} data-rows={digits} />
        </Cell>
        <Cell data-widest="0">
          <Rows ref={hundredths} data-rows={digits} />
        </Cell>
      </Hundredths>
    </Columns>
  );
}

/** Shows each of the `rows` of a column once in `period` milliseconds. */
function rolling(column: HTMLElement | null, rows: number, period: number): Animation | null {
  const frames = heldAt(rows, (row) => `translateY(-${row}em)`);
  return animated(column, frames, { duration: period, iterations: Infinity });
}

/** The last second, the present one and the next two: a page that is busy for so long still shows the right one. */
const secondRows = 4;

function rowsAround(milliseconds: number): string {
  const present = Math.floor(milliseconds / 1000);
  const rows = Array.from({ length: secondRows }, () => '');
  for (let second = Math.max(0, present - 1); second < present + secondRows - 1; second++) {
    rows[second % secondRows] = stopwatchParts(second * 1000).seconds;
  }
  return rows.join('\n');
}

const digits = Array.from({ length: 10 }, (_, digit) => digit).join('\n');

const Place = styled.span`
  position: relative;
  display: inline-block;
`;

/** Not by its color, which a visitor's own colors replace. */
const below = css`
  [data-rolling] ~ & {
    opacity: 0;
  }
`;

const Text = styled.span`
  ${below}
`;

const small = css`
  font-size: ${hundredthsSize};
  color: ${color.inkSoft};
`;

const Hundredths = styled.span<{ readonly $even: boolean }>`
  ${({ $even }) => !$even && small}
`;

const TextHundredths = styled(Hundredths)`
  ${below}

  @media (prefers-reduced-motion: reduce) {
    &[data-running='true'] {
      visibility: hidden;
    }
  }
`;

/** Numbers run to the right in every language. */
const Columns = styled.span`
  position: absolute;
  inset: 0;
  visibility: hidden;
  direction: ltr;
  white-space: nowrap;
  pointer-events: none;
  user-select: none;

  &[data-rolling] {
    visibility: inherit;
  }
`;

/** What it draws is generated, so that texts contain each digit once. */
const Mark = styled.span`
  &::before {
    content: attr(data-mark);
  }
`;

/** A cell as wide as its rows, and on the line of the text. */
const Cell = styled.span`
  position: relative;
  display: inline-block;
  line-height: 1;
  contain: paint;

  &::before {
    content: attr(data-widest);
    visibility: hidden;
  }
`;

const Rows = styled.span`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;

  &::before {
    content: attr(data-rows);
    white-space: pre;
  }
`;
