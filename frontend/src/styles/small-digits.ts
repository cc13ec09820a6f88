// Digits within small parts, such as a field, a table or a list.
import { css } from 'styled-components';
import { digits } from './type';

export const smallDigits = css`
  ${digits}
  font-size: 1.25rem;
  font-weight: 400;
`;
