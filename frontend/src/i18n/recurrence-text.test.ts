// Recurrence rules in words, in every language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { recurrenceOf } from '../model/recurrence';
import type { LanguageCode } from './languages';
import { recurrenceText } from './rule-text';

vi.stubGlobal('navigator', { languages: [] });

function text(language: LanguageCode, rule: string, from = '2026-11-26', today = '2026-11-26') {
  const file = join(import.meta.dirname, `messages/${language}.json`);
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const recurrence = recurrenceOf(rule);
  if (recurrence === null) throw new Error(`not a rule: ${rule}`);
  return recurrenceText(createIntl({ locale: language, messages }), recurrence, from, today, 'mon');
}

const everyOtherWeek = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE';

test.each<[LanguageCode, string, string]>([
  ['ja', '2週間ごと（月、水）、12月7日から', '毎月第1月曜日、最終金曜日'],
  [
    'en',
    'every 2 weeks on Mon and Wed, from Dec 7',
    'every month on the first Monday and the last Friday',
  ],
  ['zh', '每2周的周一和周三，从12月7日开始', '每月第一个星期一和最后一个星期五'],
  ['hi', 'हर 2 हफ़्ते में सोम और बुध को, 7 दिस॰ से', 'हर महीने पहले सोमवार को और आख़िरी शुक्रवार को'],
  [
    'es',
    'cada 2 semanas, lun y mié, desde el 7 dic',
    'cada mes el primer lunes y el último viernes',
  ],
  [
    'fr',
    'toutes les 2 semaines, lun. et mer., à partir du 7 déc.',
    'tous les mois le premier lundi et le dernier vendredi',
  ],
  [
    'ar',
    'كل أسبوعين: الاثنين والأربعاء، ابتداءً من 7 ديسمبر',
    'كل شهر في يوم الاثنين الأول وفي يوم الجمعة الأخير',
  ],
  [
    'pt',
    'a cada 2 semanas, seg. e qua., a partir de 7 de dez.',
    'todo mês na primeira segunda-feira e na última sexta-feira',
  ],
  [
    'ru',
    'раз в 2 недели по понедельникам и средам, с 7 дек.',
    'каждый месяц в первый понедельник и в последнюю пятницу',
  ],
  [
    'id',
    'setiap 2 minggu: Sen dan Rab, mulai 7 Des',
    'setiap bulan pada Senin pertama dan Jumat terakhir',
  ],
  [
    'de',
    'alle 2 Wochen am Mo und Mi, ab 7. Dez.',
    'jeden Monat am ersten Montag und am letzten Freitag',
  ],
  [
    'tr',
    '2 haftada bir pazartesi ve çarşamba, başlangıç: 7 Ara',
    'her ayın ilk pazartesi günü ve son cuma günü',
  ],
  ['ko', '2주마다 월, 수요일, 12월 7일부터', '매월 첫째 월요일, 마지막 금요일'],
])('in %s', (language, weeks, months) => {
  expect(text(language, everyOtherWeek, '2026-12-07')).toBe(weeks);
  expect(text(language, 'FREQ=MONTHLY;BYDAY=1MO,-1FR')).toBe(months);
});

test.each([
  ['FREQ=DAILY', 'every day'],
  ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
  // The 26th was a Thursday.
  ['FREQ=WEEKLY', 'every week on Thu'],
  ['FREQ=MONTHLY', 'every month on the 26th'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1', 'every month on the 1st, the 15th, and the last day'],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-3', 'every 2 months on the 3rd to last day'],
  ['FREQ=YEARLY;INTERVAL=2', 'every 2 years on November 26'],
  ['FREQ=DAILY;UNTIL=20270131', 'every day, until Jan 31, 2027'],
])('%s is %s', (rule, expected) => {
  expect(text('en', rule)).toBe(expected);
});
