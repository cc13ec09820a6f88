// A text that changes in its place: as an element of its own for each text, because the translators of browsers replace
// text nodes, and React would change one that is no longer in the page.
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../i18n/messages';

export function ChangingText({ id }: { readonly id: MessageId }) {
  return (
    <span key={id}>
      <FormattedMessage id={id} />
    </span>
  );
}
