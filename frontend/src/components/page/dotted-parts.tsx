// Parts of a line with dots between them; no dot begins or ends a line.
import { Children, type ReactNode } from 'react';
import styled from 'styled-components';
import { space } from '../../styles/theme';

interface DottedPartsProps {
  readonly parts: readonly string[];
  /** The distance between two parts; the dot is in its middle. */
  readonly gap?: keyof typeof space;
  /** The last part, for example a button. */
  readonly children?: ReactNode;
}

export function DottedParts({ parts, gap = 12, children }: DottedPartsProps) {
  return (
    <Frame>
      <Parts $gap={gap}>
        {parts.map((part) => (
          <Part key={part}>{part}</Part>
        ))}
        {Children.toArray(children).length > 0 && <Part>{children}</Part>}
      </Parts>
    </Frame>
  );
}

const Frame = styled.span`
  display: block;
  overflow-x: clip;
`;

const Parts = styled.span<{ readonly $gap: keyof typeof space }>`
  --gap: ${({ $gap }) => space[$gap]};
  display: flex;
  flex-wrap: wrap;
  margin-inline-start: calc(-1 * var(--gap));
`;

/** The dot before the first part of a line is clipped. */
const Part = styled.span`
  display: inline-flex;

  &::before {
    content: '·';
    /* Not read out by browsers that support this. */
    content: '·' / '';
    flex: none;
    inline-size: var(--gap);
    text-align: center;
  }
`;

/** Room as large as the line of these parts, but invisible to everybody and to search engines. */
export function RoomOfParts({ parts, gap = 12 }: DottedPartsProps) {
  return (
    <Frame>
      <Parts $gap={gap}>
        {parts.map((part) => (
          <Part key={part}>
            <Room data-text={part} />
          </Part>
        ))}
      </Parts>
    </Frame>
  );
}

const Room = styled.span`
  visibility: hidden;

  &::before {
    content: attr(data-text);
  }
`;
