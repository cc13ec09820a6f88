// The estimated width of labels.
import { expect, test } from 'vitest';
import { longestWordInEms, widthInEms } from './ring-screen';

test.each([
  ['', 1],
  ['起床', 2],
  ['Tee', 1.68],
  ['朝のゴミ出し', 6],
  // The mark of a long vowel belongs to several scripts.
  ['タイマー終了', 6],
  ['起'.repeat(10), 10],
  ['起'.repeat(16), 8 * 1.15],
  ['起'.repeat(100), 10 * 1.15],
  // As wide as its longest word.
  ['Morgenspaziergang am Fluss vor der Arbeit', 17 * 0.56],
])('%j', (label, ems) => {
  expect(widthInEms(label)).toBeCloseTo(ems);
});

test.each([
  ['', 1],
  ['朝のゴミ出し', 1],
  ['コーヒーとケーキ', 1],
  ['Tee am Nachmittag', 10 * 0.56],
  ['Gesellschafterversammlung', 25 * 0.56],
])('the longest word of %j', (label, ems) => {
  expect(longestWordInEms(label)).toBeCloseTo(ems);
});
