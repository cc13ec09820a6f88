// What a page reports, recorded by a script in the page itself: WebKit tells it to no driver.
import type { Tab } from './tab';

const list = 'reportedByThePage';

/** Errors, rejections, policy violations, and what is logged as an error or a warning. */
export const recording = `
  window.${list} = [];
  for (const level of ['error', 'warn']) {
    const log = console[level].bind(console);
    console[level] = (...values) => { window.${list}.push(values.map(String).join(' ')); log(...values); };
  }
  addEventListener('error', ({ message }) => { if (message) window.${list}.push('uncaught: ' + message); });
  addEventListener('unhandledrejection', ({ reason }) => window.${list}.push('uncaught: ' + reason));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.${list}.push('refused by the policy: ' + violatedDirective + ' ' + blockedURI));
`;

/** What the page that is open has reported. */
export function recorded(tab: Tab): Promise<readonly string[]> {
  return tab.read(`window.${list}`);
}
