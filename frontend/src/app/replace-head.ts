// Replaces the tags in the document's head by those of another page; a chunk of its own, because only navigation needs
// it.
import { headTags, notFoundTags, type HeadTag } from '../pages/head-tags';
import type { MessageId } from '../i18n/messages';
import { structuredData } from '../pages/structured-data';
import type { LoadedPage } from './loaded-page';

interface Head extends Omit<LoadedPage, 'intl' | 'Page'> {
  readonly origin: string;
  readonly operator: string;
}

/** The tags that only machines read. */
const forMachines = [
  'meta[name="keywords"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'meta[property]',
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'script[type="application/ld+json"]',
].join();

/** Uses the texts that are loaded; keywords and the words of the preview image are usually not among them. */
export function replaceHead({ page, language, messages, origin, operator }: Head): void {
  document.head.querySelectorAll(forMachines).forEach((element) => {
    element.remove();
  });
  if (page === 'not-found') {
    document.head.append(...notFoundTags.map(elementOf));
    return;
  }
  const source = { origin, textOf };
  const data = document.createElement('script');
  data.type = 'application/ld+json';
  data.textContent = JSON.stringify(structuredData(page, language, operator, source));
  document.head.append(...headTags(page, language, source).map(elementOf), data);

  /** A text without placeholders is a single string. */
  function textOf(id: MessageId): string | undefined {
    const [words] = (messages as Partial<typeof messages>)[id] ?? [];
    return words !== undefined && 'value' in words ? words.value : undefined;
  }
}

function elementOf({ name, attributes }: HeadTag): HTMLElement {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => {
    element.setAttribute(key, value);
  });
  return element;
}
