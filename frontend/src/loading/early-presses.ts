// Buttons that were pressed before what they belong to was alive: remembered, and pressed again once it is.

declare global {
  interface Window {
    /** The presses of a page whose scripts are still on their way. */
    earlyPresses?: Event[] | undefined;
  }
}

/** Remembers presses from now until the page is alive; for a script that comes before all others, and so is small. */
export function rememberPresses(): void {
  window.earlyPresses = [];
  addEventListener('click', (event) => window.earlyPresses?.push(event), true);
}

/** Takes over the presses in a part of the page that comes alive later than the rest. */
export function takeEarlyPresses(part: Element): Event[] {
  const presses = window.earlyPresses ?? [];
  const isInPart = ({ target }: Event) => target instanceof Node && part.contains(target);
  window.earlyPresses = presses.filter((press) => !isInPart(press));
  return presses.filter(isInPart);
}

/** From now on React hears the presses, and comes alive at once for one; what it did not hear is still to be answered. */
export function leavePressesToReact(): void {
  unheard = new Set(window.earlyPresses);
}

/** Answers what is left of the presses before the page was alive; from now on nothing is remembered. */
export function answerEarlyPresses(): void {
  const presses = (window.earlyPresses ?? []).filter((press) => unheard.has(press));
  window.earlyPresses = undefined;
  pressAgain(presses);
}

let unheard: ReadonlySet<Event> = /* @__PURE__ */ new Set();

/** Presses each button again that these events pressed. One that did not answer is pressed in vain a second time: that counts once. */
export function pressAgain(presses: readonly Event[]): void {
  const pressed = new Set<HTMLButtonElement>();
  presses.forEach(({ target, timeStamp }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null || pressed.has(button)) return;
    pressed.add(button);
    answered = timeStamp;
    button.click();
    answered = null;
  });
}

let answered: number | null = null;

/** When the press was made that is being answered late, on the clock of `performance.now()`; null where none is. */
export function earlyPress(): number | null {
  return answered;
}
