// Paragraphs that look the same everywhere.
import styled from 'styled-components';
import { visuallyHidden } from '../../styles/hidden';
import { color, size, space } from '../../styles/theme';
import { itemTitle, smallText } from '../../styles/type';

/** A hint, a fact or a note. */
export const SmallPrint = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

/** The heading of a part. */
export const ItemTitle = styled.h3`
  ${itemTitle}
`;

/** What was refused or has failed, beside the field that it is about. */
export const Wrong = styled.p`
  ${smallText}
  color: ${color.accent};
`;

/** What keeps something from working, and what to do. */
export const Warning = styled.p`
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.warning};
  color: ${color.warning};
`;

/** For screen readers only. */
export const Unseen = styled.p`
  ${visuallyHidden}
`;
