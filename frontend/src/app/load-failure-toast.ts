// A toast that says that what was pressed could not be loaded.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useToasts } from '../components/dialogs/toasts';
import { onEvents } from '../browser/emitter';
import { loadFailed } from '../loading/load-code';

export function useLoadFailureToast(): void {
  const { formatMessage } = useIntl();
  const { showFailure } = useToasts();
  useEffect(
    () =>
      onEvents(window, [loadFailed], () => {
        showFailure(
          formatMessage({ id: 'site.loadFailedTitle' }),
          formatMessage({ id: 'site.loadFailedText' }),
        );
      }),
    [formatMessage, showFailure],
  );
}
