// The look and behaviour of toasts: one stays for 5 or 10 s, is swiped away to the right, and F8 moves the focus to it.
import * as Primitive from '@radix-ui/react-toast';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { useIntl, type IntlShape } from 'react-intl';
import styled, { css, keyframes } from 'styled-components';
import { disposeAll } from '../../browser/emitter';
import { Unseen } from '../page/texts';
import { icon, color, from, layer, motion, radius, size, space } from '../../styles/theme';
import { barHeight, partSize } from '../../styles/screens';
import { smallText } from '../../styles/type';
import { Button, IconButton } from '../forms/button';

const shownForMs = { default: 5_000, long: 10_000 };
const swipeThresholdPx = 50;

export interface ToastContent {
  readonly kind?: undefined;
  readonly title: string;
  readonly text?: string;
  readonly tone?: 'default' | 'destructive';
  /** How long it is shown: 5 s, or 10 s for what somebody half asleep has to read. */
  readonly lasts?: 'default' | 'long';
  readonly action?: { readonly text: string; readonly run: () => void };
  /** Called once when the toast is gone: timed out, closed or replaced; not after its action. */
  readonly onGone?: () => void;
}

/** Something that was done and can be taken back while its toast is shown. */
export interface UndoableAct extends Pick<ToastContent, 'text' | 'lasts' | 'onGone'> {
  /** While its toast is shown, another act of the same kind joins it: Undo takes back all of them. */
  readonly kind: string;
  /** What has been done, for this many acts. */
  readonly title: (count: number) => string;
  readonly undo: () => void;
  /** False once what it has changed was changed again: then its Undo ends. */
  readonly canUndo: () => boolean;
  /** Calls back when that may be so, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface ShownToast {
  readonly key: number;
  /** One message, or acts of one kind that can be undone, the latest last. */
  readonly shows: readonly (ToastContent | UndoableAct)[];
  readonly open: boolean;
}

interface ToastRegionProps {
  readonly toast: ShownToast;
  /** The modal dialog to render toasts in, if one is open. */
  readonly host: HTMLElement | undefined;
  readonly onClose: () => void;
  readonly onAct: (run: () => void) => void;
  /** Called with the acts that can still be undone when some no longer can. */
  readonly onKeep: (acts: readonly UndoableAct[]) => void;
}

export function ToastRegion({ toast, host, onClose, onAct, onKeep }: ToastRegionProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { shows, open } = toast;
  const acts = useMemo(() => shows.filter((one) => one.kind !== undefined), [shows]);
  const [message = contentOf(acts, intl)] = shows.filter((one) => one.kind === undefined);
  const { title, text, tone = 'default', lasts = 'default', action } = message;
  const { rememberFocus, giveFocusBack } = useFocusBefore();
  useEffect(() => {
    if (!open) return undefined;
    const check = () => {
      const left = acts.filter(({ canUndo }) => canUndo());
      if (left.length < acts.length) onKeep(left);
    };
    check();
    return disposeAll(...acts.map(({ subscribe }) => subscribe(check)));
  }, [acts, open, onKeep]);
  const viewport = (
    <Viewport
      label={formatMessage({ id: 'toast.region' }, { hotkey: '{hotkey}' })}
      onFocus={rememberFocus}
    />
  );
  return (
    <Primitive.Provider
      duration={shownForMs[lasts]}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      label={formatMessage({ id: 'toast.label' })}
    >
      <Card
        key={toast.key}
        open={toast.open}
        $tone={tone}
        data-toast=""
        type={tone === 'destructive' ? 'foreground' : 'background'}
        onOpenChange={(open) => {
          if (open) return;
          giveFocusBack();
          onClose();
        }}
      >
        <Words>
          <Primitive.Title>{title}</Primitive.Title>
          {/* Screen readers are told the parts as one text. */}
          <Unseen>{pause}</Unseen>
          {text !== undefined && (
            <>
              <Text>{text}</Text>
              <Unseen>{pause}</Unseen>
            </>
          )}
        </Words>
        {action !== undefined && (
          <Primitive.Action asChild altText={action.text}>
            <ActionButton
              $kind="quiet"
              onClick={() => {
                onAct(action.run);
              }}
            >
              {action.text}
            </ActionButton>
          </Primitive.Action>
        )}
        <Primitive.Close asChild>
          <IconButton $kind="quiet" aria-label={formatMessage({ id: 'toast.close' })}>
            <X {...icon.medium} />
          </IconButton>
        </Primitive.Close>
      </Card>
      {host === undefined ? viewport : createPortal(viewport, host)}
    </Primitive.Provider>
  );
}

function contentOf(acts: readonly UndoableAct[], intl: IntlShape): ToastContent {
  const last = acts.at(-1);
  return {
    title: last?.title(acts.length) ?? '',
    ...(last?.text !== undefined && {
      text: intl.formatList(acts.flatMap(({ text = [] }) => text)),
    }),
    ...(last?.lasts !== undefined && { lasts: last.lasts }),
    action: {
      text: intl.formatMessage({ id: 'toast.undo' }),
      run: () => {
        for (const { undo } of acts.toReversed()) undo();
      },
    },
  };
}

const pause = '. ';

/** The element that had the focus before the toast; it gets it back when the toast goes. */
function useFocusBefore() {
  const before = useRef<Element | null>(null);
  const region = useRef<Element | null>(null);
  return {
    rememberFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      region.current = currentTarget;
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    },
    giveFocusBack: () => {
      if (region.current?.contains(document.activeElement) !== true) return;
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}

const Viewport = styled(Primitive.Viewport)`
  position: fixed;
  z-index: ${layer.toast};
  inset-block-end: 0;
  inset-inline-end: 0;
  inline-size: 100%;
  padding: ${space[16]};
  pointer-events: none;

  /* Above the line with the offer of another language. */
  html:has([data-language-offer]):not(:has(dialog[open])) & {
    inset-block-end: ${space[64]};
  }

  /* Above buttons that stay at the end of the screen. */
  html:has([data-bar]):not(:has(dialog[open])) & {
    inset-block-end: ${barHeight};
  }

  /* The buttons of a dialog or a ring are at its end and must not be covered. */
  dialog & {
    inset-block: 0 auto;
  }

  ${from.md} {
    max-inline-size: ${partSize.toast};
    padding: ${space[24]};
  }
`;

const arrive = keyframes`
  from {
    opacity: 0;
    translate: 0 ${space[16]};
  }
`;

const leave = keyframes`
  to {
    opacity: 0;
  }
`;

const destructive = css`
  border-inline-start: ${space[4]} solid ${color.accent};
`;

const Card = styled(Primitive.Root)<{ readonly $tone: 'default' | 'destructive' }>`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding-block: ${space[12]};
  padding-inline: ${space[16]} ${space[8]};
  border-radius: ${radius.surface};
  background: ${color.ink};
  color: ${color.ground};
  pointer-events: auto;
  touch-action: pan-y;
  ${({ $tone }) => $tone === 'destructive' && destructive}

  button {
    /* The colours of quiet buttons, inverted like the toast. */
    --ink: ${color.ground};
    --ink-soft: ${color.ground};
    --line: color-mix(in oklab, ${color.ground} 20%, transparent);
    /* The words have the room: on a phone, a line each. */
    padding-inline: ${space[8]};
  }

  &[data-state='open'] {
    animation: ${arrive} ${motion.settle};
  }

  &[data-state='closed'] {
    animation: ${leave} ${motion.quick} forwards;
  }

  &[data-swipe='move'] {
    transform: translateX(var(--radix-toast-swipe-move-x));
  }

  &[data-swipe='cancel'] {
    transform: none;
    transition: transform ${motion.quick};
  }

  &[data-swipe='end'] {
    animation: ${leave} ${motion.quick} forwards;
  }
`;

/** A line separates it from the text. */
const ActionButton = styled(Button)`
  text-decoration: underline;
  text-decoration-thickness: ${size.hairline};
  text-underline-offset: ${space[4]};
`;

const Words = styled.div`
  flex: 1;
  min-inline-size: 0;
`;

const Text = styled(Primitive.Description)`
  ${smallText}
  opacity: 0.8;
`;
