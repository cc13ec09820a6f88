// The head of a clock page.
import styled from 'styled-components';
import { color, from, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

export const ClockLead = styled.div`
  padding-block-start: ${space[32]};

  ${from.md} {
    padding-block-start: ${space[64]};
  }
`;

/** What the page is, in a sentence below its name. */
export const ClockIntro = styled.p`
  ${smallText}
  margin-block-end: ${space[24]};
  color: ${color.inkSoft};

  ${from.md} {
    margin-block-end: ${space[32]};
  }
`;
