// A dialog that fills the screen, in the browser's full screen if it has one, and keeps the screen on.
import { useEffect, useEffectEvent, useRef, type DialogHTMLAttributes } from 'react';
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
  useFullscreen(onClose);
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
function useFullscreen(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const root = document.documentElement;
    let ended = false;
    // If the browser has no full screen, the page's own area is filled.
    if ('requestFullscreen' in root) {
      root.requestFullscreen({ navigationUI: 'hide' }).then(
        () => {
          if (ended) leaveFullscreen();
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
  }, []);
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
