// Icons: thin lines, beside text or in buttons with an accessible name.

const drawn = { 'aria-hidden': true, strokeWidth: 1.5 } as const;

/** Sizes in pixels: beside small text, by default, and alone in a button. */
export const icon = {
  small: { ...drawn, size: 15 },
  usual: { ...drawn, size: 18 },
  large: { ...drawn, size: 20 },
} as const;
