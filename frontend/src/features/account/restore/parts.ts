// Layout that the steps of an import share.
import styled from 'styled-components';
import { space } from '../../../styles/theme';

export const Column = styled.div`
  display: grid;
  gap: ${space[16]};
`;
