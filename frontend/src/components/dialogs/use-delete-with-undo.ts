// Deletion with undo: the row disappears at once, and is deleted when the toast is over.
import { useIntl } from 'react-intl';
import type { PendingDeletions } from '../../rings/pending-deletions';
import type { ToastContent } from './toast-region';
import { useToasts } from './toasts';

interface DeletionWords {
  readonly deleted: Pick<ToastContent, 'title' | 'text'>;
  readonly failed: Pick<ToastContent, 'title' | 'text'>;
}

/** Returns a function that removes a row from the list, with a toast to undo it. */
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
      onUndoEnd: toasts.dismiss,
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
        deletions.commit(id);
      },
    });
  };
}
