// The time of a stopwatch, which its source writes directly into the DOM: minutes and seconds, small hundredths.
import { useCallback, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import type { ElapsedSource } from '../../stopwatch/stopwatch-frames';
import { stopwatchParts, stopwatchText } from '../../i18n/stopwatch-text';
import { hundredthsSize } from '../../styles/stopwatch';
import { color } from '../../styles/theme';

interface SourceProps {
  readonly source: ElapsedSource;
}

/** Uses the type of its container; `data-long` means that minutes have three digits. */
export function ElapsedDigits({
  source,
  className,
}: SourceProps & { readonly className?: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const show = useCallback((elapsed: number) => {
    const [seconds, hundredths] = place.current?.children ?? [];
    const parts = stopwatchParts(elapsed);
    write(seconds, parts.seconds);
    write(hundredths, parts.hundredths);
    place.current?.toggleAttribute('data-long', parts.seconds.length > zero.seconds.length);
  }, []);
  useLayoutEffect(() => source(show), [source, show]);
  return (
    <span ref={place} className={className}>
      <span>{zero.seconds}</span>
      <Hundredths>{zero.hundredths}</Hundredths>
    </span>
  );
}

/** The same in one size, as plain text. */
export function ElapsedText({ source }: SourceProps) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      source((elapsed) => {
        write(place.current, stopwatchText(elapsed));
      }),
    [source],
  );
  return <span ref={place}>{stopwatchText(0)}</span>;
}

const zero = stopwatchParts(0);

/** Does not write a text that is there already. */
function write(place: Element | null | undefined, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

const Hundredths = styled.span`
  font-size: ${hundredthsSize};
  color: ${color.inkSoft};
`;
