// The roles of styles: colours, spacing, sizes, corners, layers, breakpoints, motion and icons.

/** Colours, whose values depend on the theme class of the root. */
export const color = {
  ground: 'var(--ground)',
  surface: 'var(--surface)',
  ink: 'var(--ink)',
  inkSoft: 'var(--ink-soft)',
  line: 'var(--line)',
  accent: 'var(--accent)',
  onAccent: 'var(--on-accent)',
  positive: 'var(--positive)',
  warning: 'var(--warning)',
  /** The border of a control: contrast 3:1 with the background. */
  controlLine: 'var(--control-line)',
  veil: 'var(--veil)',
  skyNight: 'var(--sky-night)',
  skyTwilight: 'var(--sky-twilight)',
  skyDay: 'var(--sky-day)',
} as const;

/** Distances, named by their pixels at the default text size. */
export const space = {
  2: '0.125rem',
  4: '0.25rem',
  8: '0.5rem',
  12: '0.75rem',
  16: '1rem',
  24: '1.5rem',
  32: '2rem',
  48: '3rem',
  64: '4rem',
  96: '6rem',
} as const;

export const size = {
  hairline: '1px',
  stroke: '2px',
  /** The widest content. */
  content: '70rem',
  /** The widest running text. */
  measure: '36rem',
  /** The measure for rows with names beside their texts. */
  measureWide: '46rem',
  factName: '11rem',
  /** The widest large sentence. */
  statement: '34rem',
  gutter: 'clamp(1.25rem, 4vw, 2.5rem)',
  /** The minimum size of a touch target. */
  touch: '2.75rem',
  /** The height of a line on which a time is written, and of the button beside it. */
  line: '3.25rem',
  mark: '2rem',
  icon: '1.25rem',
  tick: '0.75rem',
  tickShort: '0.5rem',
  menu: '11rem',
  /** Beside the digits of the home page. */
  faceLarge: '20rem',
} as const;

export const radius = {
  control: '10px',
  surface: '14px',
  full: '999px',
} as const;

/** The order of layers; modal dialogs, most rings among them, are in the browser's top layer above all of these. */
export const layer = {
  /** A row that is dragged, over its list. */
  dragged: 1,
  /** The head of a table, over rows that scroll below it. */
  stickyHead: 1,
  offer: 10,
  menu: 20,
  toast: 30,
  skipLink: 40,
  /** A ring while a field keeps the focus. */
  ring: 50,
} as const;

/** From this width up: 640, 768, 1024 and 1280 px, or more if the reader's text is larger. */
export const from = {
  sm: '@media (min-width: 40em)',
  md: '@media (min-width: 48em)',
  lg: '@media (min-width: 64em)',
  xl: '@media (min-width: 80em)',
} as const;

export const below = {
  /** The narrowest phones: 368 px. */
  xs: '@media (max-width: 22.998em)',
  sm: '@media (max-width: 39.998em)',
  md: '@media (max-width: 47.998em)',
  lg: '@media (max-width: 63.998em)',
} as const;

/** A phone in landscape. */
export const lowScreen = '@media (max-height: 29.998em)';

/** A phone, upright or in landscape. */
export const phone =
  '@media (max-width: 47.998em), (max-width: 63.998em) and (max-height: 29.998em)';

/** A device with a hovering pointer; on others hover styles would stick after a tap. */
export const hovering = '@media (hover: hover)';

export const motion = {
  quick: '150ms ease-out',
  settle: '220ms cubic-bezier(0.2, 0.7, 0.2, 1)',
  breathe: '1.6s ease-in-out',
} as const;

const drawn = { 'aria-hidden': true, strokeWidth: 1.5 } as const;

/** Icons are thin lines, beside text or in buttons with an accessible name. Sizes in pixels: beside small text, beside text, and alone in a button. */
export const icon = {
  small: { ...drawn, size: 15 },
  medium: { ...drawn, size: 18 },
  large: { ...drawn, size: 20 },
} as const;
