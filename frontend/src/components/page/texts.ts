// Paragraphs that look the same everywhere.
import styled from 'styled-components';
import { visuallyHidden } from '../../styles/hidden';
import { color } from '../../styles/theme';
import { smallText } from '../../styles/type';

/** A hint, a fact or a note. */
export const SmallPrint = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

/** What was refused or has failed, beside the field that it is about. */
export const Wrong = styled.p`
  ${smallText}
  color: ${color.accent};
`;

/** For screen readers only. */
export const Unseen = styled.p`
  ${visuallyHidden}
`;
