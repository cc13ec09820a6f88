// Icons: thin lines, beside text or in buttons with an accessible name.

const drawn = { 'aria-hidden': true, strokeWidth: 1.5 } as const;

/** Sizes in pixels: beside small text, beside text, and alone in a button. */
export const icon = {
  small: { ...drawn, size: 15 },
  medium: { ...drawn, size: 18 },
  large: { ...drawn, size: 20 },
} as const;
