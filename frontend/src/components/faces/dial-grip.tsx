// The hand of a dial: a slider whose ring is turned by a mouse or a finger, and which screen readers and keys move.
import { useRef, type HTMLAttributes, type PointerEvent } from 'react';
import styled from 'styled-components';
import { placeOfPointer, type PointerPlace } from './dials';

interface DialGripProps extends Pick<
  HTMLAttributes<HTMLDivElement>,
  | 'tabIndex'
  | 'aria-label'
  | 'aria-valuemin'
  | 'aria-valuemax'
  | 'aria-valuenow'
  | 'aria-valuetext'
  | 'onKeyDown'
  | 'onBlur'
  | 'onPointerEnter'
> {
  /** The outer and the inner radius of what is taken, in halves of the box; a page is scrolled by the middle. */
  readonly outer: number;
  readonly inner: number;
  /** A small dial in a list: a finger that begins to move up or down scrolls the page. */
  readonly scrolls?: boolean;
  readonly onGrip: (place: PointerPlace, event: PointerEvent<HTMLElement>) => void;
  /** Also at the release, because the last movement may not have been reported. */
  readonly onPull: (place: PointerPlace, event: PointerEvent<HTMLElement>) => void;
  readonly onRelease: () => void;
  /** The browser has taken the pointer away. */
  readonly onCancel: () => void;
}

/** Fills the dial's box. Its ring is a box of HTML, because browsers ignore `touch-action` on parts of a drawing. */
export function DialGrip(props: DialGripProps) {
  const { outer, inner, scrolls = false, onGrip, onPull, onRelease, onCancel, ...slider } = props;
  const frame = useRef<HTMLDivElement>(null);
  const pointer = useRef<number | null>(null);

  function placeOf(event: PointerEvent): PointerPlace | null {
    return frame.current && placeOfPointer(frame.current.getBoundingClientRect(), event);
  }

  function press(event: PointerEvent<HTMLElement>) {
    const place = placeOf(event);
    if (place === null || !event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointer.current = event.pointerId;
    onGrip(place, event);
  }

  function pull(event: PointerEvent<HTMLElement>) {
    const place = placeOf(event);
    if (place !== null && pointer.current === event.pointerId) onPull(place, event);
  }

  function end(event: PointerEvent, finish: () => void) {
    if (pointer.current !== event.pointerId) return;
    pointer.current = null;
    finish();
  }

  return (
    <Frame ref={frame} role="slider" aria-valuenow={slider['aria-valuenow']} {...slider}>
      <Ring
        data-grip
        $inset={1 - outer}
        $scrolls={scrolls}
        onPointerDown={press}
        onPointerMove={pull}
        onPointerUp={(event) => {
          pull(event);
          end(event, onRelease);
        }}
        onPointerCancel={(event) => {
          end(event, onCancel);
        }}
      />
      {inner > 0 && <Hole $inset={1 - inner} />}
    </Frame>
  );
}

const Frame = styled.div`
  position: absolute;
  inset: 0;
  border-radius: 50%;
  pointer-events: none;
`;

const Disc = styled.div<{ readonly $inset: number }>`
  position: absolute;
  inset: ${({ $inset }) => `${String($inset * 50)}%`};
  border-radius: 50%;
  pointer-events: auto;
`;

const Ring = styled(Disc)<{ readonly $scrolls: boolean }>`
  touch-action: ${({ $scrolls }) => ($scrolls ? 'pan-y' : 'none')};
  user-select: none;
  cursor: grab;

  &:active {
    cursor: grabbing;
  }
`;

/** Over the middle of the disc, which is left a ring. */
const Hole = styled(Disc)``;
