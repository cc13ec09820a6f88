// The words that open a clock page.
import styled from 'styled-components';
import { color, from, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

/** What the page is, in a sentence below its name. */
export const ClockIntro = styled.p`
  ${smallText}
  margin-block-end: ${space[24]};
  color: ${color.inkSoft};

  ${from.md} {
    margin-block-end: ${space[32]};
  }
`;
