// A dialog that fills the screen, in the browser's full screen if it has one, and keeps the screen on.
import {
  useEffect,
  useEffectEvent,
  useRef,
  type DialogHTMLAttributes,
  type RefObject,
} from 'react';
import styled from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { useScreenAwake } from '../../browser/wake-lock';
import { useModal } from '../dialogs/use-modal';

interface FullScreenProps extends DialogHTMLAttributes<HTMLDialogElement> {
  readonly onClose: () => void;
}

export function FullScreen({ onClose, ...dialog }: FullScreenProps) {
  const screen = useRef<HTMLDialogElement>(null);
  useModal(screen);
  useFullscreen(screen, onClose);
  useScreenAwake();
  return (
    <Screen
      ref={screen}
      {...dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    />
  );
}

/** Leaving the full screen also closes what fills it. */
function useFullscreen(screen: RefObject<HTMLDialogElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const root = document.documentElement;
    let ended = false;
    // If the browser has no full screen, the page's own area is filled.
    if ('requestFullscreen' in root) {
      root.requestFullscreen({ navigationUI: 'hide' }).then(
        () => {
          if (ended) leaveFullscreen();
          else if (screen.current !== null) raise(screen.current);
        },
        () => undefined,
      );
    }
    const onChange = () => {
      if (document.fullscreenElement === null) leave();
    };
    const stop = onEvents(document, ['fullscreenchange'], onChange);
    return () => {
      ended = true;
      stop();
      leaveFullscreen();
    };
  }, [screen]);
}

/** WebKit shows a page in full screen above the dialogs that were opened before: this one is opened again, above the page. */
function raise(screen: HTMLDialogElement): void {
  const [x, y] = [innerWidth / 2, innerHeight / 2];
  const isCovered = document.elementFromPoint(x, y)?.closest('dialog') === null;
  if (!isCovered) return;
  if (document.querySelectorAll('dialog[open]').length > 1) {
    // Something rings, and is covered, too.
    leaveFullscreen();
    return;
  }
  const focused = document.activeElement;
  screen.close();
  screen.showModal();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

function leaveFullscreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}

const Screen = styled.dialog`
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  max-inline-size: none;
  max-block-size: none;
  padding: 0;
  border: 0;
  overflow: hidden;
`;
