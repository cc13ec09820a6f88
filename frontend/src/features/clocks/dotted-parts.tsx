// Parts of a line with dots between them; where it breaks, no dot begins or ends a line.
import styled from 'styled-components';
import { space } from '../../styles/theme';

export function DottedParts({ parts }: { readonly parts: readonly string[] }) {
  return (
    <Frame>
      <Parts>
        {parts.map((part) => (
          <Part key={part}>{part}</Part>
        ))}
      </Parts>
    </Frame>
  );
}

const Frame = styled.span`
  display: block;
  overflow-x: clip;
`;

const Parts = styled.span`
  display: flex;
  flex-wrap: wrap;
  margin-inline-start: calc(-1 * ${space[12]});
`;

/** The dot before the first one of a line falls outside and is cut off. */
const Part = styled.span`
  display: inline-flex;

  &::before {
    content: '·';
    /* Not read out, where the browser knows how. */
    content: '·' / '';
    flex: none;
    inline-size: ${space[12]};
    text-align: center;
  }
`;
