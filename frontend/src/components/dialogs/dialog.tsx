// A native modal dialog: the browser traps the focus in it, closes it on Escape and returns the focus. One rule for all
// dialogs determines the first focus.
import {
  useId,
  useRef,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  type RefObject,
} from 'react';
import { ChevronDown, X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled, { keyframes } from 'styled-components';
import { partSize } from '../../styles/screens';
import { icon, color, from, motion, radius, size, space } from '../../styles/theme';
import { sectionTitle } from '../../styles/type';
import { IconButton } from '../forms/button';
import { useModal } from './use-modal';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** The first focus: the heading, or the first field if the dialog is a form. */
  readonly begins?: FirstFocus;
  /** For two columns, where there is room. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Open while it is mounted. A click outside does not close it, so that no input is lost by accident. */
export function Dialog({
  title,
  onClose,
  begins = 'heading',
  isWide = false,
  children,
}: DialogProps) {
  const { formatMessage } = useIntl();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useModal(dialog);
  useFirstFocus(dialog, heading, { begins, title });

  function close(event: SyntheticEvent) {
    event.preventDefault();
    onClose();
  }

  /** A file chooser that is closed without a choice sends an event with the same name. */
  function cancel(event: SyntheticEvent) {
    if (event.target === dialog.current) close(event);
  }

  return (
    <Frame ref={dialog} $wide={isWide} aria-labelledby={titleId} onCancel={cancel}>
      <Head>
        <Title id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <IconButton
          $kind="quiet"
          aria-label={formatMessage({ id: 'dialog.close' })}
          onClick={close}
        >
          <X {...icon.large} />
        </IconButton>
      </Head>
      {children}
      <More aria-hidden="true">
        <ChevronDown {...icon.medium} />
      </More>
    </Frame>
  );
}

/** `field` for a dialog that is there to be filled in; `heading` for one that is read or chosen from. */
export type FirstFocus = 'heading' | 'field';

/** Called after the dialog was opened: opening it puts the focus on its first button, which closes it. */
function useFirstFocus(
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
  { begins, title }: { readonly begins: FirstFocus; readonly title: string },
): void {
  useLayoutEffect(() => {
    focusFirst(dialog.current, heading.current, begins);
    // oxlint-disable-next-line react/exhaustive-deps -- the focus moves when the dialog opens, not with later changes
  }, []);

  // With another title the content has changed, and the focused element may be gone.
  useEffect(() => {
    const { activeElement } = document;
    const hasFocus = activeElement !== heading.current && dialog.current?.contains(activeElement);
    if (hasFocus !== true) focusFirst(dialog.current, heading.current, begins);
  }, [dialog, heading, begins, title]);
}

function focusFirst(
  dialog: HTMLElement | null,
  heading: HTMLElement | null,
  begins: FirstFocus,
): void {
  const field = begins === 'field' ? firstField(dialog) : undefined;
  if (field === undefined || (isTouched() && asksForKeyboard(field))) {
    heading?.focus();
    return;
  }
  field.focus();
  // Selects the text like the Tab key, so that typing replaces it.
  if (field instanceof HTMLInputElement) field.select();
}

function firstField(dialog: HTMLElement | null): HTMLInputElement | HTMLSelectElement | undefined {
  const fields = dialog?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return Array.from(fields ?? []).find(({ hidden, disabled }) => !hidden && !disabled);
}

/** On touch devices the keyboard would cover half of the screen before anything was read. */
function isTouched(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}

function asksForKeyboard(field: HTMLInputElement | HTMLSelectElement): boolean {
  return !(field instanceof HTMLInputElement && field.readOnly);
}

const rise = keyframes`
  from {
    opacity: 0;
    translate: 0 ${space[12]};
  }
`;

const Frame = styled.dialog<{ readonly $wide: boolean }>`
  inline-size: 100%;
  max-inline-size: ${({ $wide }) => ($wide ? size.measureWide : partSize.dialog)};
  max-block-size: 100dvh;
  margin: auto auto 0;
  padding: ${space[16]} ${size.gutter} 0;
  scroll-padding-block-end: ${space[96]};
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 0;
  border-radius: ${radius.surface} ${radius.surface} 0 0;
  background: ${color.surface};
  color: ${color.ink};

  &[open] {
    animation: ${rise} ${motion.settle};
  }

  &::backdrop {
    background: ${color.veil};
  }

  ${from.sm} {
    inline-size: calc(100% - ${space[48]});
    max-block-size: calc(100dvh - ${space[48]});
    margin: auto;
    padding: ${space[24]} ${space[32]} 0;
    border-radius: ${radius.surface};
  }

  /* The room below the content, which covers the sign that there is more. */
  &::after {
    content: '';
    position: relative;
    display: block;
    block-size: ${space[32]};
    background: ${color.surface};
  }
`;

/** At the lower edge as long as more follows; at the end of the content its place is covered. */
const More = styled.div`
  position: sticky;
  inset-block-end: 0;
  display: grid;
  place-content: center;
  block-size: ${space[32]};
  margin-block-end: calc(-1 * ${space[32]});
  border-block-start: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  color: ${color.inkSoft};
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]};
  margin-block-end: ${space[16]};
  margin-inline-end: calc(-1 * ${space[12]});
`;

/** The heading cannot be pressed, so it has no focus ring. */
const Title = styled.h2`
  ${sectionTitle}
  outline: none;
`;
