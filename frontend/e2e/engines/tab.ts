// A tab as a visitor sees it: elements by their names, clicks where they are, and waits for conditions.
import type { RawTab } from './engine';
import { arc } from '../touch';
import { found, type Target } from './page-elements';
import { until } from './wait';

interface Place {
  readonly x: number;
  readonly y: number;
}

export class Tab {
  constructor(
    private readonly raw: RawTab,
    private readonly origin: string,
  ) {}

  /** Opens a page of the site and waits until it is hydrated. */
  async open(path: string): Promise<void> {
    await this.raw.navigate(this.origin + path);
    await this.hydrated();
  }

  /** Opens a page without waiting for its scripts. */
  async navigate(path: string): Promise<void> {
    await this.raw.navigate(this.origin + path);
  }

  async reload(): Promise<void> {
    await this.open(await this.read('location.pathname + location.search'));
  }

  /** Waits for the clock in the header and the year in the footer, which the built page does not contain. */
  async hydrated(): Promise<void> {
    await this.until(
      'the page is hydrated',
      `document.querySelector('[data-hand]') !== null && /© \\d{4}/.test(document.querySelector('footer')?.textContent ?? '')`,
    );
  }

  /** Waits until keys and clicks answer a ring, and are no longer taken as meant for the page. */
  async popUpListens(): Promise<void> {
    await this.untilShown('dialog[open]');
    await this.until(
      'a pause has passed',
      '(window.popUpSeenAt ??= performance.now()) + 2_000 < performance.now()',
    );
  }

  read<Value>(expression: string): Promise<Value> {
    return this.raw.evaluate(expression) as Promise<Value>;
  }

  async until(what: string, expression: string, withinMs?: number): Promise<void> {
    await until(what, async () => (await this.read<boolean>(expression)) || undefined, withinMs);
  }

  /**
   * Clicks an element like a person: when it stands still, is enabled, and nothing covers it; and again if the press did not
   * arrive, because the element has moved meanwhile or the browser does not take presses before the first frame of a page.
   */
  async click(target: Target): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) {
      const { x, y } = await this.placeOf(target);
      await this.raw.clickAt(x, y);
      if (await this.hasArrived()) return;
    }
    throw new Error(`no press arrived at ${JSON.stringify(target)}`);
  }

  async clickAt(x: number, y: number): Promise<void> {
    await this.raw.clickAt(x, y);
  }

  /**
   * Turns a dial, whose name a screen reader reads, when it stands still: in sixtieths of a turn clockwise from the top, and at a
   * distance from its middle in parts of its width.
   */
  async turn(
    pointer: 'mouse' | 'touch',
    dial: string,
    { from, to, radius }: { readonly from: number; readonly to: number; readonly radius: number },
  ): Promise<void> {
    const place = found(
      `[role="slider"][aria-label="${dial}"]`,
      `(dial) => {
        dial.scrollIntoView({ block: 'center', behavior: 'instant' });
        return dial.getBoundingClientRect().toJSON();
      }`,
    );
    let before = '';
    const box = await until(`the dial ${dial} stands still`, async () => {
      const now = await this.read<DOMRect | false>(place);
      const stands = JSON.stringify(now) === before;
      before = JSON.stringify(now);
      return stands && now !== false ? now : undefined;
    });
    await this.raw.drag(pointer, arc(box, box.width * radius, from, to));
  }

  press(...keys: readonly string[]): Promise<void> {
    return this.raw.press(...keys);
  }

  /** Types into a field, after its present content. */
  async type(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.raw.press(...Array.from(text));
  }

  /** Sets the value of a field, or a choice that there is, as a script or an extension would. */
  async fill(target: Target, value: string): Promise<void> {
    const text = JSON.stringify(value);
    await this.until(
      `${JSON.stringify(target)} takes ${text}`,
      found(
        target,
        `(element) => {
      if (element.options && ![...element.options].some(({ value }) => value === ${text})) return false;
      const prototype = Object.getPrototypeOf(element);
      Object.getOwnPropertyDescriptor(prototype, 'value').set.call(element, ${text});
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
      element.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      return true;
    }`,
      ),
    );
  }

  /** Puts a file into a file input, without the system's dialog. */
  async choose(selector: string, name: string, type: string, content: Buffer): Promise<void> {
    await this.until(
      `there is ${selector}`,
      `document.querySelector(${JSON.stringify(selector)}) !== null`,
    );
    await this.read(`(() => {
      const input = document.querySelector(${JSON.stringify(selector)});
      const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (one) => one.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], ${JSON.stringify(name)}, { type: '${type}' }));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  }

  /** Waits until an element is shown. */
  async untilShown(target: Target, withinMs?: number): Promise<void> {
    await this.until(`${JSON.stringify(target)} is shown`, found(target, '() => true'), withinMs);
  }

  async untilGone(target: Target, withinMs?: number): Promise<void> {
    await this.until(
      `${JSON.stringify(target)} is gone`,
      `!${found(target, '() => true')}`,
      withinMs,
    );
  }

  /** Waits until the text of the page, without what is hidden, contains a text. */
  async untilText(text: string, withinMs?: number): Promise<void> {
    await this.until(
      `the page says: ${text}`,
      `document.body.innerText.includes(${JSON.stringify(text)})`,
      withinMs,
    );
  }

  async untilNoText(text: string): Promise<void> {
    await this.until(
      `the page no longer says: ${text}`,
      `!document.body.innerText.includes(${JSON.stringify(text)})`,
    );
  }

  isHidden(): Promise<boolean> {
    return this.read(`document.visibilityState === 'hidden'`);
  }

  async show(): Promise<void> {
    await this.raw.show();
    await this.until('the tab is in front', `document.visibilityState === 'visible'`);
  }

  resize(width: number, height: number): Promise<void> {
    return this.raw.resize(width, height);
  }

  screenshot(): Promise<Buffer> {
    return this.raw.screenshot();
  }

  problems(): Promise<readonly string[] | null> {
    return this.raw.problems();
  }

  close(): Promise<void> {
    return this.raw.close();
  }

  /** A page that the press has left has nothing to tell. */
  private async hasArrived(): Promise<boolean> {
    try {
      await this.until('the press arrives', 'window.aim?.hasArrived !== false', 1_000);
      return true;
    } catch {
      return false;
    }
  }

  private async placeOf(target: Target): Promise<Place> {
    let before = '';
    return until(
      () => `${JSON.stringify(target)} can be clicked: ${before}`,
      async () => {
        const place = await this.read<Place | string | false>(found(target, clickablePlace));
        const now = place === false ? 'not shown' : JSON.stringify(place);
        const stands = now === before;
        before = now;
        return typeof place === 'object' && stands ? place : undefined;
      },
    );
  }
}

/**
 * The middle of an element, or of the label of one that is hidden behind it; the reason while a click would miss it. The page
 * remembers whether the next press arrives there.
 */
const clickablePlace = `(element) => {
  if (element.disabled) return 'disabled';
  let missed = 'no size';
  const ones = [element, ...(element.labels ?? [])];
  const isOf = (hit) => ones.some((one) => one.contains(hit) || (hit.contains(one) && hit.tagName === 'LABEL'));
  for (const one of ones) {
    const { top, bottom } = one.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
    const hit = document.elementFromPoint(...middle);
    if (width > 0 && hit !== null && isOf(hit)) {
      if (window.aim === undefined)
        addEventListener('pointerdown', ({ target }) => { window.aim.hasArrived ||= window.aim.isOf(target); }, true);
      window.aim = { isOf, hasArrived: false };
      return { x: middle[0], y: middle[1] };
    }
    if (width > 0) {
      missed = 'at ' + middle + ' is ' + (hit?.outerHTML.slice(0, 200) ?? 'nothing');
      // The edge of a dialog that says that more follows may cover it.
      one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
  }
  return missed;
}`;
