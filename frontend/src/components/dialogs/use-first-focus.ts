// Where the focus begins in a dialog: at its heading, which is read first, or at the first field of a form.
import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** `field` for a dialog that is there to be filled in; `heading` for one that is read or chosen from. */
export type FirstFocus = 'heading' | 'field';

/** Called after the dialog was opened: opening it puts the focus on its first button, which closes it. */
export function useFirstFocus(
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
    const isKept = activeElement !== heading.current && dialog.current?.contains(activeElement);
    if (isKept !== true) focusFirst(dialog.current, heading.current, begins);
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
