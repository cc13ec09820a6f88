// The rule of 60 ticks under the header: it fills with the running second.
import styled from 'styled-components';
import { useSecond } from '../hooks/synchronised-time';
import { color, size } from '../styles/theme';

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

const Tick = styled.span<{ readonly $long: boolean }>`
  inline-size: ${size.hairline};
  block-size: ${({ $long }) => ($long ? size.tick : size.tickShort)};
  align-self: flex-end;
  background: ${color.line};

  &[data-state='past'] {
    background: ${color.ink};
  }

  &[data-state='now'] {
    inline-size: ${size.stroke};
    margin-inline-start: calc(-1 * ${size.hairline});
    block-size: ${size.tick};
    background: ${color.accent};
  }
`;
