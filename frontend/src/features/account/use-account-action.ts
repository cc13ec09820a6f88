// What a button of the account's dialog does: one thing at a time, and a failure is a toast.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useToasts } from '../../components/dialogs/toasts';
import type { MessageId } from '../../i18n/messages';
import { failureText } from './credentials-form';

export function useAccountAction(failed: MessageId) {
  const intl = useIntl();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const run = (action: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    action()
      .catch((failure: unknown) => {
        toasts.showFailure(intl.formatMessage({ id: failed }), failureText(intl, failure));
      })
      .finally(() => {
        setBusy(false);
      });
  };
  return { busy, run };
}
