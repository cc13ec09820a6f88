// Behaviour of both pop-ups: Escape and a click outside of the content stop the ring, and Stop has the focus.
import { useEffect, useRef, type RefObject } from 'react';
import { useModal } from '../../components/dialogs/use-modal';

interface PopUp {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** The content of the pop-up; a click in it is not outside. */
  readonly inside: RefObject<HTMLDivElement | null>;
  /** The button that is focused first. */
  readonly stopButton: RefObject<HTMLButtonElement | null>;
}

/** Opens a dialog that covers the page while it is mounted. */
export function usePopUp(stop: () => void): PopUp {
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const latestStop = useRef(stop);
  useModal(dialog);

  useEffect(() => {
    latestStop.current = stop;
  }, [stop]);

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const onCancel = (event: Event) => {
      event.preventDefault();
      latestStop.current();
    };
    const onClick = ({ target }: MouseEvent) => {
      // Toasts are in the same dialog and do not concern the ring.
      if (!(target instanceof Element) || target.closest('[data-toast]') !== null) return;
      if (inside.current?.contains(target) !== true) latestStop.current();
    };
    stopButton.current?.focus();
    element.addEventListener('cancel', onCancel);
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('click', onClick);
    };
  }, []);

  return { dialog, inside, stopButton };
}
