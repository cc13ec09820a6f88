// The row of quiet buttons below laps.
import styled from 'styled-components';
import { space } from '../../styles/theme';

/** The text of the first button is aligned with the laps. */
export const LapActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-block-start: ${space[12]};
  margin-inline-start: calc(-1 * ${space[16]});
`;
