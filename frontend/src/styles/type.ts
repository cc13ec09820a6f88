// Type: the reader's own face for text, Jost for digits, the name and Latin headings.
import { css } from 'styled-components';
import { from } from './theme';

/** Small print: details, captions, hints. */
export const smallText = css`
  font-size: 0.875rem;
  line-height: 1.5;
`;

/** Where even small print is too wide. */
export const finePrint = css`
  font-size: 0.8125rem;
  line-height: 1.5;
`;

/** The height of one line of small print. */
export const labelHeight = '1.3125rem';

/** Quiet words above the big thing of a page. */
export const overline = css`
  font-size: 0.9375rem;
  font-weight: 400;
  line-height: 1.5;
  letter-spacing: 0.01em;
`;

/** The names of the tools in one row with all else in the header: smaller where the longest of them leave no room. */
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

/** A row's or a card's own name. */
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

/** Lines of Chinese end at its punctuation: anywhere else, one may end within a word. */
export const wholePhrases = css`
  :lang(zh) & {
    word-break: keep-all;
    overflow-wrap: anywhere;
  }
`;

/** One sentence that says what the site is. */
export const statement = css`
  ${wholePhrases}
  font-size: clamp(1.625rem, 1.2rem + 1.9vw, 2.5rem);
  line-height: 1.28;
  letter-spacing: -0.015em;
  text-wrap: balance;
`;

/** Digits that keep their place while they change. */
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
  /* On a phone as wide as still fits with letters set wider apart by the reader. */
  font-size: min(19vw, clamp(3.5rem, 3.2rem + 10vw, 11rem));
  /* Takes back the first digit's own air, so that it hangs from the page's edge. */
  margin-inline-start: -0.045em;
`;

/** The time of a row in a list: 64 px. */
export const rowDigits = css`
  ${digits}
  font-size: min(18vw, clamp(3.25rem, 2.6rem + 2.2vw, 4rem));
`;

/** A time being typed. */
export const typedDigits = css`
  ${digits}
  font-size: 2.5rem;
`;

export const ringDigits = css`
  ${digits}
  font-size: min(13.75vw, 2.75rem);
`;

export const largeRingDigits = css`
  ${digits}
  font-size: min(12.5vw, 4.75rem);
`;

export const miniatureDigits = css`
  ${digits}
  font-size: 2.75rem;
`;

/** Two stand above each other in a home page card. */
export const twinDigits = css`
  ${digits}
  font-size: 1.875rem;
`;

export const smallDigits = css`
  ${digits}
  font-size: 1.25rem;
  font-weight: 400;
`;

/** The site's name. */
export const wordmark = css`
  font-family: Jost, 'Century Gothic', Futura, system-ui, sans-serif;
  font-size: 1.3125rem;
  font-weight: 450;
  line-height: 1;
  letter-spacing: 0.005em;
`;

/** As wide before the time is known as after: from right to left, a change of width would be a move. */
export const widthOfTime = css`
  &::after {
    content: '00:00:00';
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
  }
`;
