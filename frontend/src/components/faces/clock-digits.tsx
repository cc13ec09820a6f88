// A time of day in digits that stand still; dashes in its place until the page knows the time.
import type { HTMLAttributes } from 'react';
import styled from 'styled-components';
import { mainDigits, widthOfTime } from '../../styles/type';

interface ClockDigitsProps extends HTMLAttributes<HTMLElement> {
  /** `07:28:41`, or null before the page is alive. */
  readonly time: string | null;
}

/** The big thing of a page: it is not announced every second, only read when asked for. */
export function ClockDigits({ time, ...rest }: ClockDigitsProps) {
  return (
    <Digits dateTime={time ?? undefined} {...rest}>
      {time ?? placeholder}
    </Digits>
  );
}

const placeholder = '--:--:--';

const Digits = styled.time`
  ${mainDigits}
  display: block;
  inline-size: fit-content;
  ${widthOfTime}
`;
