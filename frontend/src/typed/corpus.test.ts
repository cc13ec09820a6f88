// Every phrase of every corpus makes the row that it must, or asks.
import { describe, expect, test } from 'vitest';
import { alarmText, timerText } from '../testing/row-text';
import { readerIn } from '../testing/typed-reader';
import { corpora } from './corpus';
import type { Corpus } from './corpus/phrases';
import type { Reading } from './reader';

const clock = { hour12: false, now: 19 * 60 + 24, today: '2026-11-23' };

describe.each(corpora)(
  'in $language',
  ({ language, locale, alarms, alarms12 = {}, timers }: Corpus) => {
    const reader = () => readerIn(language, locale);

    test.each(Object.entries(alarms))('an alarm of "%s" is %s', async (text, expected) => {
      expect(readingText((await reader()).alarm(text, clock), alarmText)).toBe(expected);
    });

    test.each(Object.entries(alarms12))(
      'on a 12-hour clock, an alarm of "%s" is %s',
      async (text, expected) => {
        const by = { ...clock, hour12: true };
        expect(readingText((await reader()).alarm(text, by), alarmText)).toBe(expected);
      },
    );

    test.each(Object.entries(timers))('a timer of "%s" is %s', async (text, expected) => {
      expect(readingText((await reader()).timer(text, clock), timerText)).toBe(expected);
    });
  },
);

test('no phrase is in a corpus twice', () => {
  const texts = corpora.flatMap(({ language, locale, alarms }) =>
    Object.keys(alarms).map((text) => `${language} ${locale} ${text.toLowerCase()}`),
  );
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

function readingText<Row>(
  { row, others, unclear }: Reading<Row>,
  textOf: (row: Row) => string,
): string {
  if (unclear.length > 0) return unclear.map(({ text }) => `?"${text}"`).join(' ');
  return row === null ? 'none' : [row, ...others].map(textOf).join(' / ');
}
