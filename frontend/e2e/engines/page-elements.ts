// Finds elements in a page by what a person reads: an expression that every engine can evaluate.

/** A CSS selector, or the exact name of a button (also a switch or a tab), a link, or a field. */
export type Target =
  string | { readonly button: string } | { readonly link: string } | { readonly field: string };

const selectors = {
  button: 'button, [role="button"], summary',
  link: 'a[href]',
  field: 'input, select, textarea',
};

/**
 * An expression: the result of a function with the element, or false if it is not shown. A modal dialog makes the rest of the
 * page inert, so only the last one that is open is searched, itself included.
 */
export function found(target: Target, then: string): string {
  const [kind, name] =
    typeof target === 'string' ? [undefined, target] : (Object.entries(target)[0] ?? []);
  const selector = kind === undefined ? name : selectors[kind as keyof typeof selectors];
  return `((then) => {
    const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
    const nameOf = (element) => {
      const by = element.getAttribute('aria-labelledby');
      if (by !== null)
        return tidy(by.split(' ').map((id) => document.getElementById(id)?.textContent).join(' '));
      const label = element.getAttribute('aria-label');
      if (label !== null) return tidy(label);
      const words = (element.labels?.[0] ?? element).cloneNode(true);
      for (const silent of words.querySelectorAll('[aria-hidden="true"]')) silent.remove();
      return tidy(words.textContent);
    };
    const shown = (element) => [element, ...(element.labels ?? [])].some((one) => one.checkVisibility());
    const root = [...document.querySelectorAll('dialog[open]')].findLast((dialog) => dialog.matches(':modal')) ?? document;
    const own = root !== document && root.matches(${JSON.stringify(selector)}) ? [root] : [];
    for (const element of [...own, ...root.querySelectorAll(${JSON.stringify(selector)})]) {
      if (${kind === undefined ? 'true' : `nameOf(element) === ${JSON.stringify(name)}`} && shown(element)) return then(element);
    }
    return false;
  })(${then})`;
}

/** An expression: the next small window of the page will be its `floating`. */
export const namingSmallWindow = `(() => {
  const { documentPictureInPicture: own, open } = window;
  const name = (view) => (window.floating = view);
  if (own !== undefined) own.addEventListener('enter', ({ window: view }) => name(view));
  window.open = (...args) => name(open.apply(window, args));
})()`;
