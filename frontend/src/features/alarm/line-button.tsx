// A button in a line of small print.
import styled from 'styled-components';
import { Button } from '../../components/forms/button';
import { color, size, space } from '../../styles/theme';
import { labelHeight, smallText } from '../../styles/type';

/** A button as high as a touch target, but no higher than its line; a short word can be pressed beside it, too. */
export const LineButton = styled(Button).attrs({ $kind: 'quiet' })`
  ${smallText}
  position: relative;
  margin-block: calc((${labelHeight} - ${size.touch}) / 2);
  padding: 0;
  color: ${color.ink};
  text-decoration: underline;
  text-decoration-color: ${color.controlLine};
  text-underline-offset: ${space[4]};

  &::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline: calc(-1 * ${space[8]});
  }
`;
