// The desk clock: its own colours whatever the theme, and digits as wide as the screen.
import { css } from 'styled-components';
import { dark } from './tokens';
import { digits } from './type';

/** The dark theme, dimmed. */
export const deskColors = css`
  color-scheme: dark;
  --ground: #000;
  --surface: #000;
  --ink: #b8b2a8;
  --ink-soft: #7d776e;
  --line: ${dark.line};
  --control-line: ${dark['control-line']};
  --accent: #d9583b;
  background: #000;
  color: #b8b2a8;
`;

export const deskDigits = css`
  ${digits}
  font-size: min(21vw, 52dvh);
`;

export const deskWords = css`
  font-size: clamp(1rem, 2.2vw, 1.75rem);
  line-height: 1.4;
  column-gap: 1em;
`;

export const deskFace = 'min(78vw, 74dvh)';

/** How far the content moves, against burn-in. */
export const deskWander = { across: '2.5vw', along: '3dvh' } as const;

/** How quickly the controls fade. */
export const deskFade = '900ms ease-out';
