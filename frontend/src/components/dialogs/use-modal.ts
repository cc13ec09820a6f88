// Opens a native dialog while its component is mounted, and renders toasts in it.
import { useLayoutEffect, type RefObject } from 'react';
import { useToasts } from './toasts';

export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  const { hostIn } = useToasts();
  // Before the dialog is removed: only closing it first restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    const release = hostIn(element);
    return () => {
      release();
      element.close();
    };
  }, [dialog, hostIn]);
}
