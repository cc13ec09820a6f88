// A dark full-screen view for a desk or a bedside: it keeps the screen on and moves its content slowly.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { deskColors, deskFade, deskWander } from '../../styles/desk';
import { space } from '../../styles/theme';
import { FullScreen } from './full-screen';

interface DeskScreenProps {
  /** For assistive technology. */
  readonly name: string;
  readonly minute: number | null;
  readonly onClose: () => void;
  /** At the bottom, while somebody moves the pointer. */
  readonly controls: ReactNode;
  /** In percent. */
  readonly brightness?: number;
  /** Called with the part of the screen that a pointer is pulled upwards, and with the steps of the arrow keys. */
  readonly onDim?: (by: Dimming) => void;
  readonly children: ReactNode;
}

export type Dimming = { readonly screens: number } | { readonly steps: number };

export function DeskScreen(props: DeskScreenProps) {
  const { name, minute, onClose, controls, brightness = 100, onDim, children } = props;
  /** Where the pointer was last. */
  const height = useRef(0);
  const touched = useTouched();
  const stand = standAt(minute ?? 0);
  return (
    <Screen
      data-desk
      aria-label={name}
      $touched={touched}
      $dims={onDim !== undefined}
      style={brightness === 100 ? undefined : { filter: `brightness(${brightness}%)` }}
      onKeyDown={({ key, target }) => {
        if (target instanceof HTMLInputElement) return;
        if (key === 'ArrowUp') onDim?.({ steps: 1 });
        if (key === 'ArrowDown') onDim?.({ steps: -1 });
      }}
      onPointerDown={({ clientY }) => {
        height.current = clientY;
      }}
      onPointerMove={({ buttons, clientY, currentTarget, target }) => {
        if (buttons !== 1 || target instanceof HTMLInputElement) return;
        onDim?.({ screens: (height.current - clientY) / currentTarget.clientHeight });
        height.current = clientY;
      }}
      onClose={onClose}
    >
      <Stage
        style={{
          translate: `calc(${stand.across} * ${deskWander.across}) calc(${stand.along} * ${deskWander.along})`,
        }}
      >
        {children}
      </Stage>
      <Controls $shown={touched}>{controls}</Controls>
    </Screen>
  );
}

const controlsStayMs = 4_000;

/** True while somebody moves the pointer, touches or types, and for a moment after. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(true);
  useEffect(() => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const touch = () => {
      setTouched(true);
      clearTimeout(timeout);
      timeout = setTimeout(() => {
        setTouched(false);
      }, controlsStayMs);
    };
    touch();
    const stop = onEvents(document, ['pointermove', 'pointerdown', 'keydown'], touch);
    return () => {
      clearTimeout(timeout);
      stop();
    };
  }, []);
  return touched;
}

/** The position, in shares of the free space, from -1 to 1. */
interface Stand {
  readonly across: number;
  readonly along: number;
}

/** The number of steps in each direction; they are coprime, so that every position is used. */
const acrossSteps = 11;
const alongSteps = 7;

/** A new position each minute; all positions within 77 minutes. */
export function standAt(minute: number): Stand {
  const count = Math.floor(minute / 60_000);
  return { across: toAndFro(count * 3, acrossSteps), along: toAndFro(count * 2, alongSteps) };
}

function toAndFro(count: number, steps: number): number {
  const step = ((count % steps) + steps) % steps;
  return (2 * step) / (steps - 1) - 1;
}

const Screen = styled(FullScreen)<{ readonly $touched: boolean; readonly $dims: boolean }>`
  ${deskColors}
  touch-action: ${({ $dims }) => ($dims ? 'none' : 'auto')};
  cursor: ${({ $touched }) => ($touched ? 'auto' : 'none')};

  &[open] {
    display: grid;
    /* Toasts are in the same dialog, and take no space. */
    grid-template-rows: 100%;
    place-items: center;
  }

  &::backdrop {
    background: transparent;
  }
`;

const Stage = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[24]};
  padding: ${space[24]};
`;

const faded = css`
  opacity: 0;

  &:focus-within:has(:focus-visible) {
    opacity: 1;
  }

  /* Firefox before 121: controls with the focus must be visible, whatever gave it to them. */
  @supports not selector(:has(*)) {
    &:focus-within {
      opacity: 1;
    }
  }
`;

const Controls = styled.div<{ readonly $shown: boolean }>`
  position: absolute;
  inset-block-end: ${space[16]};
  inset-inline: ${space[16]};
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space[12]};
  transition: opacity ${deskFade};
  ${({ $shown }) => !$shown && faded}
`;
