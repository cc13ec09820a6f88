// Dates, numbers and messages have Latin digits, even where a locale has others by default.
import { expect, test } from 'vitest';
import { intlWithLatinDigits } from './latin-digits';
import type { LanguageCode } from './languages';
import type { MessageId, Messages } from './messages';
import { zoneName } from './zone-name';

/** Arabic of Egypt has Arabic digits in every release of CLDR. */
const arabic = 'ar-EG' as LanguageCode;
const other = /[^\P{Nd}0-9]/u;

test('nothing has other digits than Latin ones', () => {
  const messages = { counted: '{count, plural, other {# / {count, number}}}' };
  const intl = intlWithLatinDigits(arabic, messages as unknown as Messages);
  for (const text of [
    intl.formatDate(Date.UTC(2026, 10, 24), { dateStyle: 'full', timeZone: 'UTC' }),
    intl.formatNumber(1234.5),
    intl.formatMessage({ id: 'counted' as MessageId }, { count: 7 }),
    zoneName('Asia/Riyadh', arabic, 0),
    zoneName('America/Punta_Arenas', arabic, 0),
  ]) {
    expect(text).not.toMatch(other);
  }
  expect(new Intl.NumberFormat(arabic).format(7)).toMatch(other);
});

test('the locale is the code of the language', () => {
  expect(intlWithLatinDigits('ar', {} as Messages).locale).toBe('ar');
});
