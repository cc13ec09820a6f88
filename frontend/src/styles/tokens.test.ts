// Colours of texts keep their contrast with both backgrounds in both themes.
import { expect, test } from 'vitest';
import { dark, light } from './tokens';

/** The contrast of two colours by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('the contrast of black and white is 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

test.each([
  ['light', light],
  ['dark', dark],
])('texts of the %s theme can be read on both backgrounds', (_, palette) => {
  for (const ground of [palette.ground, palette.surface]) {
    for (const text of ['ink', 'ink-soft', 'accent', 'positive', 'warning'] as const) {
      expect(contrast(palette[text], ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(palette['control-line'], ground)).toBeGreaterThanOrEqual(3);
  }
  expect(contrast(palette['on-accent'], palette.accent)).toBeGreaterThanOrEqual(4.5);
});
