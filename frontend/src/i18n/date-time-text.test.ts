// Dates with a time of day in languages in which `Intl` writes them otherwise than the site's clocks.
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { dateTimeText, type HourOptions } from './date-time-text';
import type { LanguageCode } from './languages';

const evening = new Date(2026, 10, 23, 21, 9).toISOString();

test.each<[LanguageCode, 'medium' | 'long', HourOptions, string]>([
  ['en', 'long', {}, 'November 23, 2026 at 9:09 PM'],
  ['en', 'medium', { hourCycle: 'h23' }, 'Nov 23, 2026, 21:09'],
  ['hi', 'long', {}, '23 नवंबर 2026 को 9:09 pm'],
  ['hi', 'long', { hourCycle: 'h23' }, '23 नवंबर 2026 को 21:09 बजे'],
  ['hi', 'medium', {}, '23 नव॰ 2026, 9:09 pm'],
  ['id', 'long', {}, '23 November 2026 pukul 21:09'],
  ['id', 'medium', { hourCycle: 'h12' }, '23 Nov 2026, 09:09 PM'],
  ['tr', 'medium', { hourCycle: 'h12' }, '23 Kas 2026 ÖS 09:09'],
  ['ru', 'medium', {}, '23 нояб. 2026 г., 21:09'],
])('%s, %s, %j: %s', (locale, dateStyle, hours, text) => {
  const written = dateTimeText(createIntl({ locale }), evening, dateStyle, hours);
  expect(written.replaceAll(/\s/g, ' ')).toBe(text);
});
