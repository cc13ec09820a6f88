// Layout that the steps of an import share.
import styled from 'styled-components';
import { color, space } from '../../../styles/theme';
import { smallText } from '../../../styles/type';

export const Column = styled.div`
  display: grid;
  gap: ${space[16]};
`;

export const Note = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;
