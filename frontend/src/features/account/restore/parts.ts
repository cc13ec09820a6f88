// What the steps of adding a file's contents share: how they stand in the dialog.
import styled from 'styled-components';
import { color, space } from '../../../styles/theme';
import { smallText } from '../../../styles/type';

export const Column = styled.div`
  display: grid;
  gap: ${space[16]};
`;

export const Note = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

/** Equally wide, unless the words of one need more; a line each where they do not fit. */
export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-block-start: ${space[8]};

  > button {
    flex: 1 0 0;
    min-inline-size: max-content;
  }
`;
