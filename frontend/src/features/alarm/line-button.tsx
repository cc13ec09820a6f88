// A button in a line of small print.
import styled from 'styled-components';
import { Button } from '../../components/forms/button';
import { color, size, space } from '../../styles/theme';
import { labelHeight, smallText } from '../../styles/type';

/** As high as a touch target, but no higher than its line. */
export const LineButton = styled(Button).attrs({ $kind: 'quiet' })`
  ${smallText}
  margin-block: calc((${labelHeight} - ${size.touch}) / 2);
  padding: 0;
  color: ${color.ink};
  text-decoration: underline;
  text-decoration-color: ${color.controlLine};
  text-underline-offset: ${space[4]};
`;
