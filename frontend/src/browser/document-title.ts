// The document's title and description, and the ring that temporarily replaces the title.
import { useEffect } from 'react';

let pageTitle: string | null = null;
let alertText: string | null = null;

/** Sets the tab's title while the page is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    pageTitle = title;
    show();
  }, [title]);
}

/** Sets the page's description, as the server sends it for search engines. */
export function useDocumentDescription(text: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [text]);
}

/** Shows a text instead of the page's title, until it is called with null. */
export function alertInTitle(text: string | null): void {
  pageTitle ??= document.title;
  alertText = text;
  show();
}

function show(): void {
  const title = alertText ?? pageTitle;
  if (title !== null) document.title = title;
}
