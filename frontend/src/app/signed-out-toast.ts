// A toast that says that the account was signed out elsewhere: its alarms no longer ring here.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useToasts } from '../components/dialogs/toasts';
import { onSignedOutElsewhere } from '../identity/identity';

export function useSignedOutToast(): void {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  useEffect(
    () =>
      onSignedOutElsewhere(() => {
        show({ title: formatMessage({ id: 'account.signedOutTitle' }) });
      }),
    [formatMessage, show],
  );
}
