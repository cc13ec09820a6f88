// The content of a floating window: words, digits as large as possible, and buttons.
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { floatDigits, floatFrame } from '../../styles/float';
import { color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface FloatFrameProps {
  readonly words: ReactNode;
  /** Below the digits. */
  readonly note?: ReactNode;
  readonly controls: ReactNode;
  readonly children: ReactNode;
}

export function FloatFrame({ words, note, controls, children }: FloatFrameProps) {
  return (
    <Frame>
      <Words>{words}</Words>
      <Middle>{children}</Middle>
      <Words role="status">{note}</Words>
      <Controls>{controls}</Controls>
    </Frame>
  );
}

export const FloatDigits = styled.p`
  ${floatDigits}
`;

const Frame = styled.main`
  ${floatFrame}
  background: ${color.ground};
  color: ${color.ink};
`;

const Words = styled.p`
  ${smallText}
  max-inline-size: 100%;
  overflow: hidden;
  color: ${color.inkSoft};
  text-align: center;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Middle = styled.div`
  display: grid;
  place-content: center;
  min-block-size: 0;
`;

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[8]};
`;
