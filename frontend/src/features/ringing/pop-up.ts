// Behaviour of both pop-ups: Escape and a click outside of the content stop the ring, and Stop has the focus, but keys
// and clicks outside that were meant for the page, or for a sound that the browser blocks, stop nothing.
import { useEffect, useRef, type RefObject } from 'react';
import { endAll, onEvents } from '../../browser/listeners';
import { useModal } from '../../components/dialogs/use-modal';
import { isSoundBlocked } from '../../services/sounding';

interface PopUp {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** The content of the pop-up; a click in it is not outside. */
  readonly inside: RefObject<HTMLDivElement | null>;
  /** The button that is focused first. */
  readonly stopButton: RefObject<HTMLButtonElement | null>;
}

/** Keys and clicks outside within this time were meant for the page. */
const ignoresForMs = 500;

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
    if (element === null) return undefined;
    const openedAt = performance.now();
    const isEarly = () => performance.now() - openedAt < ignoresForMs;
    /** The pop-up asks for a tap to hear the ring, which may sound before the tap has become a click. */
    let isForSound = false;
    let hasAskedForSound = false;
    const onPress = () => {
      isForSound = isSoundBlocked() && !hasAskedForSound;
    };
    const onCancel = (event: Event) => {
      event.preventDefault();
      if (!isEarly()) latestStop.current();
    };
    /** Browsers close a dialog on Escape even so, if nothing was pressed on the page since the last time. */
    const onClose = () => {
      if (element.isConnected && !element.open) element.showModal();
    };
    const onClick = ({ target }: MouseEvent) => {
      // Toasts are in the same dialog and do not concern the ring.
      if (!(target instanceof Element) || target.closest('[data-toast]') !== null) return;
      if (inside.current?.contains(target) === true || isEarly()) return;
      if (isForSound) hasAskedForSound = true;
      else latestStop.current();
      isForSound = false;
    };
    /** Somebody who is typing must not press the button that gets the focus. */
    const onKey = (event: KeyboardEvent) => {
      const presses = event.key === ' ' || event.key === 'Enter';
      if (presses && (event.repeat || isEarly())) event.preventDefault();
    };
    const stopping = stopButton.current;
    stopping?.focus();
    return endAll(
      ...(stopping === null ? [] : [onEvents(stopping, ['keydown', 'keyup'], onKey)]),
      onEvents(element, ['cancel'], onCancel),
      onEvents(element, ['pointerdown'], onPress),
      onEvents(element, ['close'], onClose),
      onEvents(element, ['click'], onClick),
    );
  }, []);

  return { dialog, inside, stopButton };
}
