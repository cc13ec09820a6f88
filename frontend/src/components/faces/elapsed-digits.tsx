// The time of a stopwatch, written straight into the page by its source: minutes and seconds, hundredths small.
import { useCallback, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import type { ElapsedSource } from '../../stopwatch/stopwatch-frames';
import { stopwatchParts, stopwatchText } from '../../i18n/stopwatch-text';
import { hundredthsSize } from '../../styles/stopwatch';
import { color } from '../../styles/theme';

interface SourceProps {
  readonly source: ElapsedSource;
}

/** In the type of what it stands in; `data-long` says that minutes have three digits. */
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

/** All in one size, in the place of another text. */
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

/** What stands there already is not written again. */
function write(place: Element | null | undefined, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

const Hundredths = styled.span`
  font-size: ${hundredthsSize};
  color: ${color.inkSoft};
`;
