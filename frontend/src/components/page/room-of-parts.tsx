// The room that a line of parts takes, before there is anything to show in it.
import styled from 'styled-components';
import { Frame, Part, Parts, type DottedPartsProps } from './dotted-parts';

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
