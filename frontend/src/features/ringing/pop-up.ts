// Behaviour of the pop-up. Escape, and a click outside of its buttons, answer the ring, and Stop has the focus. But
// while a field is typed in, it keeps the focus and what is typed. Key presses and clicks that were meant for the page
// answer nothing.
import {
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { disposeAll, onEvents } from '../../browser/emitter';
import { useToasts } from '../../components/dialogs/toasts';
import { isSoundBlocked } from '../../ringing/sound';
import { after } from '../../time/background-timer';

interface Answers {
  readonly stop: () => void;
  /** For Escape, and the phone's gesture to go back. */
  readonly escape: () => void;
}

/** Opens a dialog that covers the page while it is mounted. */
export function usePopUp(answers: Answers) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** The area of the buttons; a click in it is not outside. */
  const inside = useRef<HTMLDivElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const { hostIn } = useToasts();
  const stop = useEffectEvent(answers.stop);
  const escape = useEffectEvent(answers.escape);

  // Before the dialog is removed: only closing it first restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const presses = answeringPresses(performance.now());
    let isModal = false;
    let escapeIsDown = false;
    let cancelTakeOver: () => void = () => undefined;
    /** The pop-up asks for a tap to hear the ring, which may sound before the tap has become a click. */
    let isForSound = false;
    let hasAskedForSound = false;

    const open = () => {
      if (isModal) element.showModal();
      // Not `show()`, which would take the focus from the field.
      else element.setAttribute('open', '');
    };
    const becomeModal = () => {
      if (isModal) return;
      isModal = true;
      element.removeAttribute('open');
      open();
      stopButton.current?.focus();
    };
    /** The keyboard on the screen covers the buttons, so the field loses the focus when nobody types any more. */
    const takeOverFromTouch = () => {
      const leftMs = presses.untilPause(performance.now());
      if (leftMs > 0) cancelTakeOver = after(leftMs, takeOverFromTouch);
      else becomeModal();
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key === 'Escape') escapeIsDown = true;
      if (isInToast(target)) return;
      const now = performance.now();
      const isAnswer = presses.keyDown(event, now);
      const pressesButton = key === ' ' || key === 'Enter';
      if (key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        if (isAnswer) escape();
      } else if (controlIn(element, target) !== null) {
        if (pressesButton && !isAnswer) event.preventDefault();
      } else if (isAnswer) {
        event.preventDefault();
        event.stopPropagation();
        stop();
      } else if (key === 'Tab' && !isModal && presses.isPause(now)) {
        event.preventDefault();
        becomeModal();
      }
    };
    const onKeyUp = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key === 'Escape') escapeIsDown = false;
      const isAnswer = presses.keyUp(event);
      if (isInToast(target) || controlIn(element, target) === null) return;
      if (key === ' ' && !isAnswer) event.preventDefault();
    };
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) presses.typed(performance.now());
    };
    const onPointerDown = () => {
      presses.pointerDown(performance.now());
      isForSound = isSoundBlocked() && !hasAskedForSound;
    };
    const onClick = (event: MouseEvent) => {
      const { target } = event;
      // Toasts are in the same dialog and do not concern the ring.
      if (!(target instanceof Element) || isInToast(target)) return;
      if (!presses.click(event, performance.now())) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (inside.current?.contains(target) === true || controlIn(element, target) !== null) return;
      if (isForSound) hasAskedForSound = true;
      else stop();
      isForSound = false;
    };
    /** Not by the key, which is answered above. */
    const onCancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      if (!escapeIsDown && presses.click({ detail: 0 }, performance.now())) escape();
    };
    /** Browsers close a dialog on Escape even so, if nothing was pressed on the page since the last time. */
    const onClose = ({ target }: Event) => {
      if (target === element && element.isConnected && !element.open) open();
    };
    /** The field is gone, or left for nothing else. */
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!isModal && relatedTarget === null && document.hasFocus()) becomeModal();
    };
    /** A dialog that was opened since would cover the ring. */
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!isModal && coversRing(element, target)) becomeModal();
    };

    element.toggleAttribute('data-early', true);
    const cancelEarly = after(pointersAfterMs, () => {
      element.removeAttribute('data-early');
    });
    const field = fieldWithFocus();
    if (field === null || coversRing(element, field)) {
      becomeModal();
    } else {
      open();
      if (window.matchMedia('(pointer: coarse)').matches) takeOverFromTouch();
    }

    const early = { capture: true };
    return disposeAll(
      onEvents(document, ['keydown'], onKeyDown, early),
      onEvents(document, ['keyup'], onKeyUp, early),
      onEvents(document, ['input'], onInput, early),
      onEvents(document, ['pointerdown'], onPointerDown, early),
      onEvents(document, ['focusout'], onFocusOut, early),
      onEvents(document, ['focusin'], onFocusIn, early),
      onEvents(element, ['click'], onClick, early),
      onEvents(element, ['cancel'], onCancel),
      onEvents(element, ['close'], onClose),
      hostIn(element),
      () => {
        cancelEarly();
        cancelTakeOver();
        element.close();
      },
    );
  }, [hostIn]);

  return { dialog, inside, stopButton };
}

/**
 * The open dialog with the field that is typed in. A ring that is not modal is rendered there, because everything outside of
 * it is inert. Null if there is none.
 */
export function useDialogOfField(): Element | null {
  const [host] = useState(() => fieldWithFocus()?.closest('dialog[open]') ?? null);
  const subscribe = useCallback(
    (listener: () => void) =>
      host === null ? () => undefined : onEvents(host, ['close'], listener),
    [host],
  );
  const isOpen = useSyncExternalStore(subscribe, () => host?.hasAttribute('open') === true);
  return isOpen ? host : null;
}

/** Fields without text: keys do something else there. */
const withoutText: readonly string[] = ['button', 'checkbox', 'color', 'file', 'radio', 'range'];

/** The field that takes what is typed; null if the focus is elsewhere. */
function fieldWithFocus(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return null;
  const isField =
    activeElement instanceof HTMLInputElement
      ? !withoutText.includes(activeElement.type)
      : activeElement instanceof HTMLTextAreaElement || activeElement.isContentEditable;
  return isField ? activeElement : null;
}

/** Whether an element is in a dialog that the ring is not in. */
function coversRing(ring: HTMLDialogElement, target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('dialog[open]') : null;
  return dialog !== null && !dialog.contains(ring);
}

/** The button of the ring that a press is for, if any. */
function controlIn(ring: HTMLDialogElement, target: EventTarget | null): Element | null {
  return target instanceof Element && ring.contains(target) ? target.closest('button') : null;
}

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toast]') !== null;
}

/** Keys answer a ring after a pause of typing of this length. */
export const pauseMs = 2_000;
/** Pointers answer a ring that has been open for this time. */
export const pointersAfterMs = 500;

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

const answering: readonly string[] = [' ', 'Enter', 'Escape'];
/** Keys that move the focus, and those that are held for others. */
const moving: readonly string[] = ['Tab', 'F8', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** For a ring that opens at `openedAt`. */
export function answeringPresses(openedAt: number) {
  let typedAt = openedAt;
  let pressedAt: number | null = null;
  /** The keys that were pressed for the ring and are still down, by their code. */
  const pressed = new Set<string>();

  const isPause = (now: number) => now - typedAt >= pauseMs;

  return {
    /** Whether nobody has typed for the length of a pause. */
    isPause,
    /** How long it is until then. */
    untilPause: (now: number) => Math.max(0, typedAt + pauseMs - now),
    /** Something was typed: by a key that answers nothing, dictation, or a keyboard on the screen. */
    typed: (now: number) => {
      typedAt = now;
    },
    /** Whether this press of a key may answer the ring. */
    keyDown: ({ key, code, repeat, isComposing }: KeyPress, now: number) => {
      const hasPaused = isPause(now);
      if (answering.includes(key) && !isComposing) {
        // A press that comes too early does not begin another pause: somebody who presses again and again is heard.
        if (!hasPaused || repeat) return false;
        pressed.add(code);
        return true;
      }
      if (!hasPaused || !moving.includes(key)) typedAt = now;
      return false;
    },
    /** Whether the key that is released now was pressed for the ring: buttons react to the release of Space. */
    keyUp: ({ code }: Pick<KeyPress, 'code'>) => pressed.delete(code),
    pointerDown: (now: number) => {
      pressedAt = now;
    },
    /** Whether a click may answer the ring; `detail` is 0 if it comes from a key or a screen reader. */
    click: ({ detail }: { readonly detail: number }, now: number) => {
      // A click of a pointer whose press was not seen began before the ring.
      const began = detail === 0 ? now : pressedAt;
      pressedAt = null;
      return began !== null && began - openedAt >= pointersAfterMs;
    },
  };
}
