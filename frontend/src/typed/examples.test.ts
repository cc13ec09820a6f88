// Every example that the site shows is read without a question.
import { expect, test, vi } from 'vitest';
import type { MessageId } from '../i18n/messages';
import { languageCodes } from '../i18n/languages';
import { intlIn, readerIn } from '../testing/typed-reader';

vi.stubGlobal('navigator', { languages: [] });

const clock = { hour12: false, now: 19 * 60 + 24, today: '2026-11-23' };

test.each(languageCodes)('in %s', async (language) => {
  const reader = await readerIn(language);
  const text = (id: MessageId) => intlIn(language).formatMessage({ id });
  const listed = (id: MessageId) => text(id).split(/[,،、] ?/);
  const quoted = Array.from(
    text('alarm.guideAddText').matchAll(/[“„«「]\s?([^”“»」]*\d[^”“»」]*?)\s?[”“»」]/g),
    ([, one = '']) => one,
  );
  expect(quoted).toHaveLength(2);
  const alarms = [
    ...listed('alarm.linePlaceholder'),
    ...quoted,
    ...digitExamples(text('alarm.timeRequired')),
  ];
  const timers = [
    ...listed('timer.linePlaceholder'),
    ...digitExamples(text('timer.lengthRequired')),
  ];
  expect(listed('alarm.linePlaceholder')).toHaveLength(3);
  expect(listed('timer.linePlaceholder')).toHaveLength(4);
  const misread = [
    ...alarms.map((one) => [one, reader.alarm(one, clock)] as const),
    ...timers.map((one) => [one, reader.timer(one, clock)] as const),
  ].filter(([, { row, unclear }]) => row === null || unclear.length > 0);
  expect(misread).toEqual([]);
});

/** `7:30` and `1930` in a sentence. */
function digitExamples(sentence: string): string[] {
  return sentence.match(/\d[\d:]*\d/g) ?? [];
}
