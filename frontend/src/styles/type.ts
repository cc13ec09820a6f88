// Type: the reader's system font for text; Jost for digits, the name and Latin headings.
import { css } from 'styled-components';
import { from } from './theme';

/** Small print: details, captions, hints. */
export const smallText = css`
  font-size: 0.875rem;
  line-height: 1.5;
`;

/** For places where even small text is too wide. */
export const finePrint = css`
  font-size: 0.8125rem;
  line-height: 1.5;
`;

/** The height of a line of small text. */
export const labelHeight = '1.3125rem';

/** Small text above the main element of a page. */
export const overline = css`
  font-size: 0.9375rem;
  font-weight: 400;
  line-height: 1.5;
  letter-spacing: 0.01em;
`;

/** The tools' names in the header; smaller if the longest of them leave no room. */
export const toolNames = css`
  font-size: clamp(0.875rem, 0.475rem + 0.625vw, 0.9375rem);
`;

export const leadText = css`
  font-size: 1.125rem;
  line-height: 1.5;

  ${from.md} {
    font-size: 1.25rem;
  }
`;

/** The name of a row or a card. */
export const itemTitle = css`
  font-size: 1.0625rem;
  font-weight: 400;
  line-height: 1.4;
`;

export const sectionTitle = css`
  font-size: clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem);
  line-height: 1.3;
  letter-spacing: -0.01em;
`;

/**
 * In Chinese, lines break only at punctuation here, since elsewhere a break may fall within a word; so do Japanese lines in
 * browsers that cannot find phrases. The properties are set by language in base.ts.
 */
export const wholePhrases = css`
  word-break: var(--phrase-break);
  overflow-wrap: var(--phrase-wrap);
`;

/** One sentence that says what the site is. */
export const statement = css`
  ${wholePhrases}
  font-size: clamp(1.625rem, 1.2rem + 1.9vw, 2.5rem);
  line-height: 1.28;
  letter-spacing: -0.015em;
  text-wrap: balance;
`;

/** Digits of fixed width. */
export const digits = css`
  font-family: Jost, 'Century Gothic', Futura, system-ui, sans-serif;
  font-weight: 300;
  font-variant-numeric: tabular-nums lining-nums;
  font-kerning: none;
  line-height: 1;
  letter-spacing: -0.01em;
  white-space: nowrap;
  direction: ltr;
  unicode-bidi: isolate;
`;

export const mainDigits = css`
  ${digits}
  /*
   * On a phone, as wide as still fits when the reader has increased the letter spacing. A column that is narrower than
   * the page limits them further.
   */
  font-size: min(19vw, var(--digits-fit, 19vw), clamp(3.5rem, 3.2rem + 10vw, 11rem));
  /* Compensates the first digit's side bearing, so that it is aligned with the page's edge. */
  margin-inline-start: -0.045em;
`;

/** A running time within a line of text. */
export const tabularTime = css`
  font-variant-numeric: tabular-nums;
  direction: ltr;
  unicode-bidi: isolate;
`;

export const wordmark = css`
  font-family: Jost, 'Century Gothic', Futura, system-ui, sans-serif;
  font-size: 1.3125rem;
  font-weight: 450;
  line-height: 1;
  letter-spacing: 0.005em;
`;

/** Reserves the width of the time before it is known: from right to left, another width would move it. */
export const widthOfTime = css`
  &::after {
    content: '00:00:00';
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
  }
`;
