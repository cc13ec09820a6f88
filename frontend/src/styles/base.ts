// The site's global style sheet, which the build writes to a file: tokens, font, document.
import { dark, forced, light } from './tokens';

function properties(palette: object): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}: ${String(value)};`)
    .join('\n  ');
}

/** The style sheet, with the font's URL. */
export function baseStyles(fontAddress: string): string {
  return `@font-face {
  font-family: Jost;
  src: url('${fontAddress}') format('woff2');
  font-weight: 300 500;
  font-display: optional;
}
:root,
/* Before Chrome 122, Firefox 120 and Safari 17.4 a backdrop inherits no properties. */
::backdrop {
  color-scheme: light;
  ${properties(light)}
}
:root.dark,
:root.dark ::backdrop {
  color-scheme: dark;
  ${properties(dark)}
}
*,
*::before,
*::after {
  box-sizing: border-box;
}
html {
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
  scrollbar-gutter: stable;
  /* Where words are hyphenated, only long ones are. */
  hyphenate-limit-chars: 12 5 5;
  -webkit-hyphenate-limit-before: 5;
  -webkit-hyphenate-limit-after: 5;
  /* An element that gets the focus is scrolled so that its focus ring is visible. */
  scroll-padding-block: 0.5rem;
}
/* On wide screens everything grows with the width: 100em are 1600 px, or more if the reader's text is larger. */
@media (min-width: 100em) {
  html {
    font-size: clamp(100%, 0.5rem + 0.52vw, 137.5%);
  }
}
/* What it opens is being loaded. */
button[aria-busy='true'] {
  opacity: 0.5;
  cursor: progress;
}
html:has(dialog[data-covers-all][open]) {
  background: var(--accent);
}
html:has(dialog[open]) {
  overflow: hidden;
  /*
   * The backdrop does not cover the scrollbar's gutter, so the page's background is darkened, too. The gutter takes a
   * colour, but no image.
   */
  background: var(--veiled-ground);
}
/* The line at the bottom of the window must cover neither the focused element nor the end of the page. */
html:has([data-language-offer]) {
  scroll-padding-block-end: 4rem;
  /* The line reaches the scrollbar, so space for that is reserved on short pages, too. */
  overflow-y: scroll;
}
html:has([data-corner]) {
  scroll-padding-block-end: 5rem;
}
html:has([data-corner]) body {
  padding-block-end: 5rem;
}
html:has([data-corner]):has([data-language-offer]) {
  scroll-padding-block-end: 9rem;
}
html:has([data-corner]):has([data-language-offer]) body {
  padding-block-end: 9rem;
}
html:has([data-bar]) {
  scroll-padding-block-end: 6rem;
}
html:has([data-toast]) {
  scroll-padding-block-end: 9rem;
}
html:has([data-language-offer]) body {
  padding-block-end: 4rem;
}
html:has(dialog[data-screen][open]) {
  background: var(--ground);
  scrollbar-gutter: auto;
}
html:has(dialog[data-desk][open]) {
  background: #000;
  scrollbar-gutter: auto;
}
:lang(ja) {
  line-break: strict;
  /* Lines break between phrases, in browsers that support it. */
  word-break: auto-phrase;
}
:lang(zh) {
  --phrase-break: keep-all;
  --phrase-wrap: anywhere;
}
@supports not (word-break: auto-phrase) {
  :lang(ja) {
    --phrase-break: keep-all;
    --phrase-wrap: anywhere;
  }
}
:lang(ko) {
  /* Korean lines break between words. */
  word-break: keep-all;
}
body {
  margin: 0;
  min-block-size: 100dvh;
  background: var(--ground);
  color: var(--ink);
  font-family: system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif;
  font-size: 1rem;
  line-height: 1.6;
  -webkit-font-smoothing: antialiased;
}
h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset {
  margin: 0;
  padding: 0;
}
noscript p {
  padding: 1rem 1.25rem;
  background: var(--surface);
  border-block-end: 1px solid var(--warning);
  text-align: center;
  text-wrap: balance;
}
ul, ol {
  /* Empty instead of none, with which VoiceOver does not announce a list. */
  list-style-type: '';
}
fieldset {
  border: 0;
  min-inline-size: 0;
}
h1, h2, h3 {
  text-wrap: balance;
  font-weight: 400;
  line-height: 1.25;
}
p, li, dd {
  /* No single word on the last line, in browsers that support it. */
  text-wrap: pretty;
}
button, input, select {
  font: inherit;
  color: inherit;
}
button {
  cursor: pointer;
}
a {
  color: inherit;
}
svg {
  display: block;
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
:focus:not(:focus-visible) {
  outline: none;
}
::placeholder {
  color: var(--ink-soft);
  opacity: 1;
}
::selection {
  background: var(--accent);
  color: var(--on-accent);
}
@media (prefers-contrast: more) {
  :root:root {
    --ink-soft: var(--ink);
    --line: var(--control-line);
  }
}
/*
 * With forced colours, our own names stand for the system colours, so that shapes that are drawn as backgrounds and
 * images have them, too.
 */
@media (forced-colors: active) {
  :root:root,
  :root:root ::backdrop {
    ${properties(forced)}
  }
  *,
  *::before,
  *::after {
    forced-color-adjust: none;
  }
  dialog[open] {
    border: 1px solid CanvasText;
  }
}
@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    animation-duration: 0.01ms !important;
    animation-iteration-count: 1 !important;
    transition-duration: 0.01ms !important;
    scroll-behavior: auto !important;
  }
}
/* On paper: dark ink whatever the theme, and what is read without what is pressed. A switch says whether an alarm is on. */
@media print {
  @page {
    margin: 16mm;
  }
  :root:root {
    color-scheme: light;
    ${properties(light)}
  }
  header nav, header button, footer, form,
  main :is(button:not([role='switch']), input, select, label, fieldset), [data-screen-only] {
    display: none !important;
  }
  li, tr {
    break-inside: avoid;
  }
  h1, h2, h3 {
    break-after: avoid;
  }
}
`;
}
