// A line on a page about what this browser does not do.
import styled from 'styled-components';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

export const Notice = styled.p`
  ${smallText}
  max-inline-size: ${size.measure};
  margin-block-start: ${space[24]};
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.warning};
  color: ${color.warning};
`;
