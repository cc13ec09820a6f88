// What every test file starts from: matchers for the page, and a clean page after each test.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { takeSiteConfig } from '../browser/site-config';
import { takeLanguageDataFrom } from '../i18n/language-data';
import { builtLanguageData } from '../prerender/built-language-data';
import { siteConfigOfTests } from './site-config';

takeLanguageDataFrom(builtLanguageData);
takeSiteConfig(siteConfigOfTests);

// The first use of a page loads its code, which takes a while on a small machine.
configure({ asyncUtilTimeout: 5_000 });

// Pages outside of secure contexts have no locks; the test's browser says null where those say nothing.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });

afterEach(() => {
  cleanup();
  localStorage.clear();
  document.body.replaceChildren();
});
