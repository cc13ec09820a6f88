// Keeps a native dialog open as long as its component stands, and toasts within reach in it.
import { useLayoutEffect, type RefObject } from 'react';
import { useToasts } from './toasts';

export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  const { hostIn } = useToasts();
  // Before the dialog leaves the page: only a dialog closed in its place gives the focus back.
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
