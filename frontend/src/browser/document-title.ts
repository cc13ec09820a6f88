// What the document says of itself: the page's title and description, and over the title what rings.
import { useEffect } from 'react';

let pageTitle: string | null = null;
let alertText: string | null = null;

/** Keeps the tab's title at `title` as long as the page stands. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    pageTitle = title;
    show();
  }, [title]);
}

/** Keeps the page's description for search engines, which the server sends too, at `text`. */
export function useDocumentDescription(text: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [text]);
}

/** Puts a text in the place of the page's title, until null gives it back. */
export function alertInTitle(text: string | null): void {
  pageTitle ??= document.title;
  alertText = text;
  show();
}

function show(): void {
  const title = alertText ?? pageTitle;
  if (title !== null) document.title = title;
}
