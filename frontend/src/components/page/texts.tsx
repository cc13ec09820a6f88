// Texts that look the same everywhere, and one that changes in its place.
import styled from 'styled-components';
import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '../../styles/hidden';
import { color, size, space } from '../../styles/theme';
import { itemTitle, smallText } from '../../styles/type';
import type { MessageId } from '../../i18n/messages';

/**
 * A text that changes in its place: as an element of its own for each text, because the translators of browsers replace
 * text nodes, and React would change one that is no longer in the page.
 */
export function ChangingText({ id }: { readonly id: MessageId }) {
  return (
    <span key={id}>
      <FormattedMessage id={id} />
    </span>
  );
}

/** A hint, a fact or a note. */
export const SmallPrint = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

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
