// Every text that was once stored as something else makes the row that it must, or is asked about, or refused: on both
// clocks, and never another row.
import { expect, test } from 'vitest';
import { languageCodes } from '../i18n/languages';
import { alarmText, timerText } from '../testing/row-text';
import { readerIn } from '../testing/typed-reader';
import { corpora } from './corpus';
import { reportedAlarms, reportedTimers } from './corpus/reported';
import type { ReaderClock, Reading } from './reader';

const clock = { hour12: false, now: 9 * 60 + 12, today: '2026-11-27' };

const cases = [
  ...Object.entries(reportedAlarms).flatMap(([locale, texts]) =>
    Object.entries(texts).map((one) => ['an alarm', locale, ...one] as const),
  ),
  ...Object.entries(reportedTimers).flatMap(([locale, texts]) =>
    Object.entries(texts).map((one) => ['a timer', locale, ...one] as const),
  ),
];

test('there are 346 of them', () => {
  expect(cases).toHaveLength(346);
});

/** Languages that have a corpus. */
const complete: ReadonlySet<string> = new Set(corpora.map(({ language }) => language));

test.each(cases.filter(([, locale]) => complete.has(locale.slice(0, 2))))(
  '%s in %s: "%s" is %s',
  async (kind, locale, text, expected) => {
    const language = languageCodes.find((code) => code === locale.slice(0, 2)) ?? 'en';
    const reader = await readerIn(language, locale);
    for (const by of [clock, { ...clock, hour12: true }]) {
      const found =
        kind === 'an alarm'
          ? rows(reader.alarm(text, by), alarmText)
          : rows(reader.timer(text, by), timerText);
      check(found, expected, { text, by });
    }
  },
);

function check(
  found: readonly string[] | null,
  expected: string,
  { text, by }: { readonly text: string; readonly by: ReaderClock },
) {
  const right = expected.split(' | ');
  if (found === null) {
    expect(right.includes('none'), `${text} is refused`).toBe(true);
    return;
  }
  // On a 12-hour clock the other half of the day is offered.
  const among = by.hour12 ? found : found.slice(0, 1);
  expect(
    among.some(
      (row) =>
        right.includes(row) ||
        right.some((one) => withoutNextDate(one, by) === withoutNextDate(row, by)),
    ),
    `${text} is ${found.join(' / ')}`,
  ).toBe(true);
}

/** Null if the text is refused or asked about. */
function rows<Row>(
  { row, others, unclear }: Reading<Row>,
  textOf: (row: Row) => string,
): readonly string[] | null {
  return row === null || unclear.length > 0 ? null : [row, ...others].map(textOf);
}

/** A date on which the time would be next anyway is the same as none. */
function withoutNextDate(row: string, { now, today }: ReaderClock): string {
  const [, hours = '', minutes = '', date] = /^(\d\d):(\d\d)(?: ([\d-]{10}))?/.exec(row) ?? [];
  const next = Number(hours) * 60 + Number(minutes) > now ? today : '2026-11-28';
  return date === next ? row.replace(` ${date}`, '') : row;
}
