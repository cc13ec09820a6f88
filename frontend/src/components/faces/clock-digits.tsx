// The time now in digits that stand still; dashes in its place until the page knows it.
import type { HTMLAttributes } from 'react';
import styled from 'styled-components';
import { useHourChoice } from '../../i18n/hour-choice';
import { clockText } from '../../i18n/time-text';
import { lazyComponent } from '../../loading/lazy-component';
import { mainDigits, widthOfTime } from '../../styles/type';

interface ClockDigitsProps extends HTMLAttributes<HTMLElement> {
  /** The running second and the visitor's zone; null before the page is alive. */
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

/** For those who have chosen it: pages come with 24 hours. */
const TwelveHourDigits = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "twelve-hours" */ './twelve-hour-digits')).TwelveHourDigits,
  { fallback: <Digits>{placeholder}</Digits> },
);

/** The big thing of a page: it is not announced every second, only read when asked for. */
export function ClockDigits({ second, zone, ...rest }: ClockDigitsProps) {
  const hour12 = useHourChoice() === 'h12';
  if (second === null || zone === null) return <Digits {...rest}>{placeholder}</Digits>;
  if (hour12) return <TwelveHourDigits second={second} zone={zone} {...rest} />;
  const time = clockText(second, zone);
  return (
    <Digits dateTime={time} {...rest}>
      {time}
    </Digits>
  );
}
