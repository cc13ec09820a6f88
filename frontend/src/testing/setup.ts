// Setup of every test file: matchers for the DOM, and a clean page after each test.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { takeSiteConfig } from '../browser/site-config';
import { takeLanguageDataFrom } from '../i18n/language-data';
import { builtLanguageData } from '../prerender/built-language-data';
import { siteConfigOfTests } from './site-config';

takeLanguageDataFrom(builtLanguageData);
takeSiteConfig(siteConfigOfTests);

// The first use of a page loads its code, which takes long on a small machine.
configure({ asyncUtilTimeout: 5_000 });

// Insecure contexts have no locks; the test's browser returns null instead of undefined.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });

// No test reaches a network: what a page requests when its server is gone gets no answer.
globalThis.fetch = () => new Promise(() => undefined);

// Browsers have the event that is being dispatched in `window.event`; the test's browser does not.
const nodes = Object.getPrototypeOf(Node.prototype) as EventTarget;
const { dispatchEvent } = Object.getOwnPropertyDescriptors(nodes);
nodes.dispatchEvent = function dispatchAsCurrent(event) {
  const before: unknown = Reflect.get(globalThis, 'event');
  Reflect.set(globalThis, 'event', event);
  try {
    return dispatchEvent.value?.call(this, event) === true;
  } finally {
    Reflect.set(globalThis, 'event', before);
  }
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  document.body.replaceChildren();
});
