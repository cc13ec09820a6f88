// Parts below each other, with the same space between all of them.
import styled from 'styled-components';
import { space } from '../../styles/theme';

export const Column = styled.div<{ readonly $gap: keyof typeof space }>`
  display: grid;
  gap: ${({ $gap }) => space[$gap]};
`;
