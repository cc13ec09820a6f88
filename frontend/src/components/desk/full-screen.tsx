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

export function useScreenAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let ended = false;
    let lock: WakeLockSentinel | null = null;
    let isAsking = false;
    const take = async () => {
      // A hidden page loses its lock and may not request one.
      if (document.hidden || isAsking || (lock !== null && !lock.released)) return;
      isAsking = true;
      const taken = await navigator.wakeLock.request('screen').catch(() => null);
      isAsking = false;
      // Without a lock (low battery, no permission) the screen turns off as usual.
      if (ended) void taken?.release();
      else lock = taken;
    };
    const takeAgain = () => void take();
    takeAgain();
    const stop = onEvents(document, ['visibilitychange'], takeAgain);
    return () => {
      ended = true;
      stop();
      void lock?.release();
    };
  }, []);
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
