// Deleting with a few seconds to think again: the row goes at once, the deletion when the toast is over.
import { useIntl } from 'react-intl';
import type { PendingDeletions } from '../../rings/pending-deletions';
import { useToasts, type ToastContent } from './toasts';

interface DeletionWords {
  readonly deleted: Pick<ToastContent, 'title' | 'text'>;
  readonly failed: Pick<ToastContent, 'title' | 'text'>;
}

/** Returns what takes the row of an id off the list, with a toast to bring it back. */
export function useDeleteWithUndo(
  deletions: PendingDeletions,
  remove: (id: number) => Promise<void>,
  words: DeletionWords,
): (id: number) => void {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
  return (id) => {
    deletions.begin({
      id,
      remove: () => remove(id),
      onFailure: () => {
        toasts.show({ ...words.failed, tone: 'destructive' });
      },
      onHidden: toasts.dismiss,
    });
    toasts.show({
      ...words.deleted,
      action: {
        text: formatMessage({ id: 'toast.undo' }),
        run: () => {
          deletions.undo(id);
        },
      },
      onGone: () => {
        deletions.settle(id);
      },
    });
  };
}
