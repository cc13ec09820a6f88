// The content after a tool's list. Only the server knows the height of the list, so the content is shown together with
// it instead of being pushed down later.
import styled from 'styled-components';
import { hiddenUntilListed } from '../../styles/waiting';

export const AfterList = styled.div`
  ${hiddenUntilListed}
`;
