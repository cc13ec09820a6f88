// A paragraph for screen readers only.
import styled from 'styled-components';
import { visuallyHidden } from '../../styles/hidden';

export const Unseen = styled.p`
  ${visuallyHidden}
`;
