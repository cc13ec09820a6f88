// Clicks and entries made before a page, or a part of it, was hydrated: kept by one listener, and replayed once React listens.

declare global {
  interface Window {
    /** What was clicked, typed and chosen; undefined once all of the page is hydrated. */
    earlyInput?: Event[] | undefined;
  }
}

/** Keeps clicks and entries from now on; for a script that runs before all others, and so is small. */
export function keepEarlyInput(): void {
  window.earlyInput = [];
  const keep = (event: Event) => window.earlyInput?.push(event);
  // In the capture phase of the window: React stops a click on what it cannot hydrate yet.
  for (const type of ['click', 'input', 'change']) addEventListener(type, keep, true);
}

/** Call just before `hydrateRoot`: React replays later events by itself, except in parts whose code is on its way. */
export function leaveInputToReact(): void {
  unheard = new Set(window.earlyInput);
  isPageHydrated = false;
}

/** Keeps what happens in a part of a built page until it is replayed; call the returned function when the part goes. */
export function holdInputOf(part: Element): () => void {
  if (window.earlyInput === undefined) return () => undefined;
  held.add(part);
  return () => {
    held.delete(part);
    endWhenAllIsReplayed();
  };
}

/** Replays what happened in a part that was held; call when the part is hydrated. */
export function replayInputOf(part: Element): void {
  if (!held.delete(part)) return;
  replay(takeInput((event) => isIn(part, event)));
  endWhenAllIsReplayed();
}

/** Replays what happened before `hydrateRoot` outside of the parts that are held; call when the page is hydrated. */
export function replayInput(): void {
  isPageHydrated = true;
  const parts = [...held];
  const input = takeInput((event) => !parts.some((part) => isIn(part, event)));
  replay(input.filter((event) => unheard.has(event)));
  endWhenAllIsReplayed();
}

/** When the click happened that is being replayed, on the clock of `performance.now()`; null while none is. */
export function replayedClickTime(): number | null {
  return replayedAt;
}

let unheard: ReadonlySet<Event> = /* @__PURE__ */ new Set();
const held = /* @__PURE__ */ new Set<Element>();
let isPageHydrated = false;
let replayedAt: number | null = null;

function isIn(part: Element, { target }: Event): boolean {
  return target instanceof Node && part.contains(target);
}

function takeInput(isWanted: (event: Event) => boolean): Event[] {
  const input = window.earlyInput ?? [];
  const taken = input.filter(isWanted);
  if (window.earlyInput !== undefined)
    window.earlyInput = input.filter((event) => !taken.includes(event));
  return taken;
}

function endWhenAllIsReplayed(): void {
  if (isPageHydrated && held.size === 0) window.earlyInput = undefined;
}

function replay(input: readonly Event[]): void {
  // An event still under way made React hydrate the part at once, and reaches it by itself.
  const missed = input.filter(({ eventPhase }) => eventPhase === Event.NONE);
  // React is among its effects and renders nothing at once; what it renders next puts the old values back into the fields.
  const entries = entriesIn(missed);
  const clicks = firstClicksIn(missed);
  queueMicrotask(() => {
    // Before the buttons, which may work with them.
    entries.forEach((enter) => {
      enter();
    });
    clicks.forEach(({ timeStamp }, button) => {
      replayedAt = timeStamp;
      button.click();
      replayedAt = null;
    });
  });
}

/** One click a button: a second one on a button that does not answer is impatience. */
function firstClicksIn(events: readonly Event[]): ReadonlyMap<HTMLButtonElement, Event> {
  const clicks = new Map<HTMLButtonElement, Event>();
  events.forEach((event) => {
    if (event.type !== 'click' || !(event.target instanceof Element)) return;
    const button = event.target.closest('button');
    if (button !== null && !clicks.has(button)) clicks.set(button, event);
  });
  return clicks;
}

/** For each field that was changed, what enters its present value again. */
function entriesIn(events: readonly Event[]): (() => void)[] {
  const fields = new Set(events.map(({ target }) => target));
  return [...fields].flatMap((field) => {
    if (field instanceof HTMLSelectElement) return [entryOfSelect(field)];
    if (!(field instanceof HTMLInputElement)) return [];
    if (field.type === 'radio') return field.checked ? [entryOfRadio(field)] : [];
    // Null for fields without a text to select.
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

/** React ignores an entry that equals what it last saw in a field, and hydrating it has seen this one; so it sees another first. */
function entryOfRadio(field: HTMLInputElement): () => void {
  return () => {
    field.checked = false;
    field.click();
  };
}

/** React notices what is written to the property of a field, but not what the prototype's setter writes. */
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
