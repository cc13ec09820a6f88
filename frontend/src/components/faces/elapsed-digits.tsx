// The time of a stopwatch: its text, written once a second, and above it digits that the browser moves while it runs.
import { useLayoutEffect, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import { useHostWindow } from '../../browser/host-window';
import { useReducedMotion } from '../../browser/in-browser';
import { stopwatchParts } from '../../i18n/stopwatch-text';
import { onElapsedSeconds, type Elapsed } from '../../stopwatch/elapsed';
import { hundredthsSize } from '../../styles/stopwatch';
import { color } from '../../styles/theme';
import { DigitColumns } from './digit-columns';

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
        <DigitColumns elapsed={elapsed} view={view} widest={widest}>
          {(wholes, parts) => (
            <>
              {wholes}
              <Hundredths $even={even}>{parts}</Hundredths>
            </>
          )}
        </DigitColumns>
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
