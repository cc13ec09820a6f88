// The digits of a running stopwatch as columns from 0 to 9, which the browser moves outside of the main thread.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { whileInView } from '../../browser/in-view';
import { animateElapsed, type Elapsed } from '../../stopwatch/elapsed';
import { animated, heldAt } from '../../time/animated-time';

interface DigitColumnsProps {
  readonly elapsed: Elapsed;
  /** The window that shows them; null for the page's own. */
  readonly view: Window | null;
  readonly minuteDigits: number;
  /** Arranges minutes and seconds, and the hundredths. */
  readonly children: (seconds: ReactNode, hundredths: ReactNode) => ReactNode;
}

/**
 * Lies over a text in the same type. `data-rolling` means that the columns move: in view only, because animations of
 * what is not painted would run on the main thread. Without it the text is shown.
 */
export function DigitColumns({ elapsed, view, minuteDigits, children }: DigitColumnsProps) {
  const place = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const whole = place.current;
    if (whole === null) return;
    const roll = () => {
      const moving = [...whole.querySelectorAll(`[${periodAttribute}]`)].flatMap((column) => {
        const period = Number(column.getAttribute(periodAttribute));
        const faces = period === tensOfSeconds ? 6 : 10;
        const animation = animated(column, heldAt(faces, digitPlace), {
          duration: period,
          iterations: Infinity,
        });
        return animation === null ? [] : [{ animation, period: null }];
      });
      if (moving.length === 0) return () => undefined;
      whole.toggleAttribute('data-rolling', true);
      const stop = animateElapsed(elapsed, moving, view ?? window);
      return () => {
        stop();
        whole.toggleAttribute('data-rolling', false);
      };
    };
    // A page cannot tell what is in view in another window, which only shows what it has to.
    return view === null ? whileInView(whole, roll) : roll();
  }, [elapsed, view, minuteDigits]);

  const minutes = Array.from(
    { length: minuteDigits },
    (_, place) => 600_000 * 10 ** (minuteDigits - 1 - place),
  );
  return (
    <Columns ref={place} aria-hidden="true">
      {children(
        <>
          {minutes.map((period) => (
            <Column key={period} period={period} />
          ))}
          <Mark data-mark=":" />
          <Column period={tensOfSeconds} />
          <Column period={10_000} />
        </>,
        <>
          <Mark data-mark="." />
          <Column period={1000} />
          <Column period={100} />
        </>,
      )}
    </Columns>
  );
}

/** A digit that comes round once in `period` milliseconds. */
function Column({ period }: { readonly period: number }) {
  return (
    <Cell>
      <Digits {...{ [periodAttribute]: period }} />
    </Cell>
  );
}

const periodAttribute = 'data-period';
/** From 0 to 5. */
const tensOfSeconds = 60_000;

function digitPlace(digit: number): string {
  return `translateY(-${digit}em)`;
}

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

/** As wide as a digit, and on the line of the text. */
const Cell = styled.span`
  position: relative;
  display: inline-block;
  line-height: 1;
  contain: paint;

  &::before {
    content: '0';
    visibility: hidden;
  }
`;

const Digits = styled.span`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;

  &::before {
    content: '0\\A 1\\A 2\\A 3\\A 4\\A 5\\A 6\\A 7\\A 8\\A 9';
    white-space: pre;
  }
`;
