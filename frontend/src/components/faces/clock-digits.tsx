// The current time in digits of fixed width; dashes until it is known.
import styled from 'styled-components';
import { useHourChoice } from '../../settings/choices';
import { clockText } from '../../time/zone-offset';
import { lazyComponent } from '../../loading/lazy-component';
import { mainDigits, widthOfTime } from '../../styles/type';

interface ClockDigitsProps {
  /** The running second and the visitor's zone; null before hydration. */
  readonly second: number | null;
  readonly zone: string | null;
}

const placeholder = '--:--:--';

const Digits = styled.time`
  ${mainDigits}
  display: block;
  inline-size: fit-content;
  ${widthOfTime}
`;

/** For visitors who chose it: pages are built with 24 hours. */
const TwelveHourDigits = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "twelve-hours" */ './twelve-hour-digits')).TwelveHourDigits,
  { fallback: <Digits>{placeholder}</Digits> },
);

/** Screen readers do not announce it every second; it is read on request. */
export function ClockDigits({ second, zone }: ClockDigitsProps) {
  const hour12 = useHourChoice() === 'h12';
  if (second === null || zone === null) return <Digits>{placeholder}</Digits>;
  if (hour12) return <TwelveHourDigits second={second} zone={zone} />;
  const time = clockText(second, zone);
  return (
    <Digits dateTime={time} translate="no">
      {time}
    </Digits>
  );
}
