// The rough width of labels.
import { expect, test } from 'vitest';
import { widthInEms } from './label-width';

test.each([
  ['', 1],
  ['起床', 2],
  ['Tee', 1.68],
  ['朝のゴミ出し', 6],
  ['起'.repeat(18), 18],
  ['起'.repeat(19), 9.5],
  ['起'.repeat(100), 100 / 6],
])('%j', (label, ems) => {
  expect(widthInEms(label)).toBeCloseTo(ems);
});
