// Times and dates in words and digits.
import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import en from './messages/en.json';
import ja from './messages/ja.json';
import ru from './messages/ru.json';
import { onWeekdayText } from './date-text';
import { dateText } from './long-date-text';
import { clockText, minuteText } from './time-text';

const english = createIntl({ locale: 'en', messages: en });
const japanese = createIntl({ locale: 'ja', messages: ja });
const russian = createIntl({ locale: 'ru', messages: ru });
const instant = Date.parse('2026-11-20T22:30:41Z');

describe('a time in a zone', () => {
  test.each([
    ['Asia/Tokyo', '07:30:41'],
    ['UTC', '22:30:41'],
    ['Asia/Kathmandu', '04:15:41'],
    ['America/St_Johns', '19:00:41'],
  ])('%s', (zone, expected) => {
    expect(clockText(instant, zone)).toBe(expected);
    expect(minuteText(instant, zone)).toBe(expected.slice(0, 5));
  });

  test('midnight is 00, not 24', () => {
    expect(clockText(Date.parse('2026-11-20T00:00:00Z'), 'UTC')).toBe('00:00:00');
  });

  test('the weekday and the date are those of the zone', () => {
    expect(onWeekdayText(english, instant, 'Asia/Tokyo')).toBe('Saturday');
    expect(onWeekdayText(english, instant, 'UTC')).toBe('Friday');
    expect(dateText(japanese, instant, 'Asia/Tokyo')).toBe('2026年11月21日土曜日');
  });

  test('a date begins with a capital letter, because it is on a line of its own', () => {
    expect(dateText(russian, instant, 'Asia/Tokyo')).toMatch(/^Суббота, 21 ноября/);
    expect(onWeekdayText(russian, instant, 'Asia/Tokyo')).toBe('в субботу');
  });
});
