// The rule of 60 ticks under the header: it fills with the running second.
import styled from 'styled-components';
import { useSecond } from '../../time/synchronised-time';
import { color, size } from '../../styles/theme';

export function TickRule() {
  const instant = useSecond();
  const second = instant === null ? -1 : Math.floor(instant / 1000) % 60;
  return (
    <Rule aria-hidden="true">
      {marks.map((mark) => (
        <Tick
          key={mark}
          $long={mark % 5 === 0}
          data-state={mark === second ? 'now' : mark < second ? 'past' : 'ahead'}
        />
      ))}
    </Rule>
  );
}

const marks = Array.from({ length: 60 }, (_, index) => index);

const Rule = styled.div`
  display: flex;
  justify-content: space-between;
  block-size: ${size.tick};
`;

/** The box always has the largest size, and only painting changes each second, so that nothing moves. */
const Tick = styled.span<{ readonly $long: boolean }>`
  inline-size: ${size.stroke};
  margin-inline-start: calc(${size.hairline} - ${size.stroke});
  background: linear-gradient(currentcolor 0 0) right bottom no-repeat;
  background-size: ${size.hairline} ${({ $long }) => ($long ? size.tick : size.tickShort)};
  color: ${color.line};

  &[data-state='past'] {
    color: ${color.ink};
  }

  &[data-state='now'] {
    background-size: 100% 100%;
    color: ${color.accent};
  }
`;
