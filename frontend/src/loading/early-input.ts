// Keeps clicks, input and Enter that happen before a page, or a part of it, is hydrated, and replays them afterwards.
import { onEvents } from '../browser/emitter';

declare global {
  interface Window {
    /** The events so far; undefined once the whole page is hydrated. */
    earlyInput?: Event[] | undefined;
  }
}

const recordedTypes = ['click', 'input', 'change', 'submit'];

/** Starts recording; small, because it runs before all other scripts. */
export function recordEarlyInput(): void {
  window.earlyInput = [];
  const keep = (event: Event) => {
    if (window.earlyInput === undefined) return;
    window.earlyInput.push(event);
    buttonOf(event)?.setAttribute('aria-busy', 'true');
    // The browser would send the form to the server, which answers with this page anew.
    if (event.type === 'submit') event.preventDefault();
  };
  // In the capture phase of the window, because React stops clicks on parts that it cannot hydrate yet.
  for (const type of recordedTypes) addEventListener(type, keep, true);
}

/** The button that was clicked; it is busy until its click is replayed. */
function buttonOf({ type, target }: Event): HTMLButtonElement | null {
  return type === 'click' && target instanceof Element ? target.closest('button') : null;
}

/**
 * Call just before `hydrateRoot`: from then on React replays events itself, except in parts whose code is still
 * loading.
 */
export function leaveInputToReact(): void {
  unheard = new Set(window.earlyInput);
  isPageHydrated = false;
}

/**
 * Holds the events in a part of a built page until they are replayed; call the returned function when the part is
 * unmounted.
 */
export function holdInputOf(part: Element): () => void {
  if (window.earlyInput === undefined) return () => undefined;
  held.add(part);
  return () => {
    held.delete(part);
    endWhenAllIsReplayed();
  };
}

/** Replays the events in a part that was held; call when the part is hydrated. */
export function replayInputOf(part: Element): void {
  if (!held.delete(part)) return;
  replay(takeInput((event) => isIn(part, event)));
  endWhenAllIsReplayed();
}

/** Replays the events before `hydrateRoot` outside of parts that are held; call when the page is hydrated. */
export function replayInput(): void {
  isPageHydrated = true;
  replay(takeInput(isOfNoHeldPart).filter((event) => unheard.has(event)));
  endWhenAllIsReplayed();
  if (window.earlyInput !== undefined) forgetHeardInput();
}

/** The code of a part may never come, and until then events elsewhere would be recorded, too, which React hears by itself. */
function forgetHeardInput(): void {
  stopForgetting();
  // After the recording, which listens to the same events since before.
  stopForgetting = onEvents(window, recordedTypes, () => takeInput(isOfNoHeldPart), {
    capture: true,
  });
}

/** The time of the click that is being replayed, as `performance.now()`; null if none is. */
export function replayedClickTime(): number | null {
  return replayedAt;
}

let unheard: ReadonlySet<Event> = /* @__PURE__ */ new Set();
const held = /* @__PURE__ */ new Set<Element>();
let isPageHydrated = false;
let stopForgetting: () => void = () => undefined;
let replayedAt: number | null = null;

function isIn(part: Element, { target }: Event): boolean {
  return target instanceof Node && part.contains(target);
}

function isOfNoHeldPart(event: Event): boolean {
  return ![...held].some((part) => isIn(part, event));
}

function takeInput(isWanted: (event: Event) => boolean): Event[] {
  const input = window.earlyInput ?? [];
  const taken = input.filter(isWanted);
  if (window.earlyInput !== undefined)
    window.earlyInput = input.filter((event) => !taken.includes(event));
  taken.forEach((event) => buttonOf(event)?.removeAttribute('aria-busy'));
  return taken;
}

function endWhenAllIsReplayed(): void {
  if (!isPageHydrated || held.size > 0) return;
  window.earlyInput = undefined;
  stopForgetting();
}

function replay(input: readonly Event[]): void {
  // An event that is still being dispatched made React hydrate the part synchronously, and reaches it by itself.
  const missed = input.filter(({ eventPhase }) => eventPhase === Event.NONE);
  // React is running effects and renders later; its next render would restore the old values of the fields.
  const entries = entriesIn(missed);
  const clicks = firstClicksIn(missed);
  const forms = formsIn(missed);
  queueMicrotask(() => {
    // Before the buttons, whose handlers may read them.
    entries.forEach((enter) => {
      enter();
    });
    clicks.forEach(({ timeStamp }, button) => {
      replayedAt = timeStamp;
      button.click();
      replayedAt = null;
    });
    forms.forEach((form) => {
      form.requestSubmit();
    });
  });
}

/** The forms that Enter has submitted without a button; with one, it has clicked that. */
function formsIn(events: readonly Event[]): ReadonlySet<HTMLFormElement> {
  const submits = events.filter(
    (event) => event instanceof SubmitEvent && event.submitter === null,
  );
  return new Set(
    submits.flatMap(({ target }) => (target instanceof HTMLFormElement ? [target] : [])),
  );
}

/** One click per button: further clicks on a button that does not respond are impatience. */
function firstClicksIn(events: readonly Event[]): ReadonlyMap<HTMLButtonElement, Event> {
  const clicks = new Map<HTMLButtonElement, Event>();
  events.forEach((event) => {
    const button = buttonOf(event);
    if (button !== null && !clicks.has(button)) clicks.set(button, event);
  });
  return clicks;
}

/** For each changed field, a function that enters its present value again. */
function entriesIn(events: readonly Event[]): (() => void)[] {
  const fields = new Set(events.map(({ target }) => target));
  return [...fields].flatMap((field) => {
    if (field instanceof HTMLSelectElement) return [entryOfSelect(field)];
    if (!(field instanceof HTMLInputElement)) return [];
    if (field.type === 'radio') return field.checked ? [entryOfRadio(field)] : [];
    // Null for fields without selectable text.
    return field.selectionStart === null ? [] : [entryOfText(field, field.selectionStart)];
  });
}

function entryOfSelect(field: HTMLSelectElement): () => void {
  const { value } = field;
  return () => {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
}

/**
 * React ignores an input event with the value that it knows, and hydration has read the present one; so it is shown
 * another one first.
 */
function entryOfRadio(field: HTMLInputElement): () => void {
  return () => {
    field.checked = false;
    field.click();
  };
}

/** React tracks writes to a field's `value` property, but not those by the prototype's setter. */
function entryOfText(field: HTMLInputElement, selectionStart: number): () => void {
  const { value, selectionEnd, selectionDirection } = field;
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  return () => {
    field.value = '';
    setter?.set?.call(field, value);
    field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
}
