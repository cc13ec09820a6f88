// How icons are drawn: in thin lines, beside words or in buttons whose words say what they show.

const drawn = { 'aria-hidden': true, strokeWidth: 1.5 } as const;

/** Sizes in pixels: beside small words, in most places, and alone in a button. */
export const icon = {
  small: { ...drawn, size: 15 },
  usual: { ...drawn, size: 18 },
  large: { ...drawn, size: 20 },
} as const;
