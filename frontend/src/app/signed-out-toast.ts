// A toast that says that the account was signed out elsewhere, until somebody has seen it: its alarms no longer ring here.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useStoredValue } from '../browser/stored-value';
import { useToasts } from '../components/dialogs/toasts';
import { signedOut } from '../identity/identity';

export function useSignedOutToast(): void {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  const isToSay = useStoredValue(signedOut, false);
  useEffect(() => {
    if (!isToSay) return undefined;
    const say = () => {
      if (document.hidden) return;
      show({
        title: formatMessage({ id: 'account.signedOutTitle' }),
        lasts: 'long',
        onGone: () => {
          if (!document.hidden) signedOut.clear();
        },
      });
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => {
      document.removeEventListener('visibilitychange', say);
    };
  }, [isToSay, formatMessage, show]);
}
