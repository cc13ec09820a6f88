// What both pop-ups do: stop on Escape and on a click outside of what is in them, and give the focus to Stop.
import { useEffect, useRef, type RefObject } from 'react';
import { useModal } from '../../components/dialogs/use-modal';

interface PopUp {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** What is in the pop-up; a click there is not outside. */
  readonly inside: RefObject<HTMLDivElement | null>;
  /** The button that has the focus from the start. */
  readonly stopButton: RefObject<HTMLButtonElement | null>;
}

/** Opens a dialog that covers the page, as long as it is rendered. */
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
      // A toast stands in the dialog as well, and says nothing of the ring.
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
