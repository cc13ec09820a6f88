// Windows with only a time: the desk clock, with its own colours whatever the theme and digits as wide as the screen;
// and a small window above others, with digits as large as it allows.
import { css } from 'styled-components';
import { dark } from './tokens';
import { digits } from './type';
import { space } from './theme';

export const deskFace = 'min(78vw, 74dvh)';

/** How far the content moves, against burn-in. */
export const deskWander = { across: '2.5vw', along: '3dvh' } as const;

export const deskFade = '900ms ease-out';

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

export const floatFrame = css`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto auto;
  justify-items: center;
  gap: ${space[8]};
  block-size: 100dvh;
  padding: ${space[12]};
  overflow: hidden;
`;

/** A digit's width is somewhat more than half of its height. */
export const floatDigits = css`
  ${digits}
  font-size: min(calc(88vw / (var(--characters) * 0.52)), 44vh);
`;
