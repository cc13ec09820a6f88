// What follows the list of a tool. How high the list is, only the server knows: rather than stand there and be pushed away,
// what follows is shown together with it.
import styled from 'styled-components';
import { hiddenUntilListed } from '../../styles/waiting';

export const AfterList = styled.div`
  ${hiddenUntilListed}
`;
