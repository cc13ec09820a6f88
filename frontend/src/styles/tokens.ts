// The colours of the design: light (paper), dark (sumi ink), and forced colours.

interface Palette {
  readonly ground: string;
  readonly surface: string;
  readonly ink: string;
  readonly 'ink-soft': string;
  readonly line: string;
  readonly accent: string;
  readonly 'on-accent': string;
  readonly positive: string;
  readonly warning: string;
  /** Borders of controls, which must be visible. */
  readonly 'control-line': string;
  /** Covers the page behind a dialog. */
  readonly veil: string;
  /** The background below the veil. */
  readonly 'veiled-ground': string;
  /** The colours of a day's sky, from midnight over dawn to noon. */
  readonly 'sky-night': string;
  readonly 'sky-twilight': string;
  readonly 'sky-day': string;
}

export const light: Palette = {
  ground: '#faf8f4',
  surface: '#ffffff',
  ink: '#1b1a18',
  'ink-soft': '#5e5a54',
  line: '#e4dfd6',
  accent: '#d3381c',
  'on-accent': '#ffffff',
  positive: '#2e7d4f',
  warning: '#8a5a00',
  'control-line': '#8d877d',
  veil: 'rgb(27 26 24 / 38%)',
  'veiled-ground': '#a5a4a0',
  'sky-night': '#3e4a5c',
  'sky-twilight': '#d39a86',
  'sky-day': '#f3dca6',
};

export const dark: Palette = {
  ground: '#131211',
  surface: '#1c1a18',
  ink: '#f3efe8',
  'ink-soft': '#a9a39a',
  line: '#2e2b27',
  accent: '#ff6b4a',
  'on-accent': '#1a0a05',
  positive: '#6fcf97',
  warning: '#f2c14e',
  'control-line': '#7c766d',
  veil: 'rgb(0 0 0 / 60%)',
  'veiled-ground': '#080707',
  'sky-night': '#2b3442',
  'sky-twilight': '#a8705f',
  'sky-day': '#d9bd7c',
};

/** System colours for visitors with forced colours. */
export const forced: Palette = {
  ground: 'Canvas',
  surface: 'Canvas',
  ink: 'CanvasText',
  'ink-soft': 'CanvasText',
  line: 'GrayText',
  accent: 'Highlight',
  'on-accent': 'HighlightText',
  positive: 'CanvasText',
  warning: 'CanvasText',
  'control-line': 'ButtonBorder',
  veil: 'rgb(0 0 0 / 60%)',
  'veiled-ground': 'Canvas',
  'sky-night': 'GrayText',
  'sky-twilight': 'GrayText',
  'sky-day': 'Highlight',
};
