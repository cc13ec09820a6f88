// Sentences with dates and days of the week in every language, as they are shown.
import { expect, test, vi } from 'vitest';
import { timeOfDayText, type VisitorClock } from '../../i18n/clock-time';
import { shortDateText } from '../../i18n/date-text';
import type { LanguageCode } from '../../i18n/languages';
import { recurrenceText } from '../../i18n/rule-text';
import { recurrenceOf } from '../../model/recurrence';
import { intlIn } from '../../testing/typed-reader';
import { ringsNextText, ringText, silentText } from './ring-text';

vi.stubGlobal('navigator', { languages: [] });

const today = '2026-11-23';
const now = Date.parse('2026-11-23T19:24:00Z');
const tuesday = Date.parse('2026-11-24T07:00:00Z');
const newYear = Date.parse('2027-01-01T07:00:00Z');

function sentencesIn(language: LanguageCode): string[] {
  const intl = intlIn(language);
  const textOf = (instant: number) => timeOfDayText(intl, instant, 0, false);
  const clock = { text: textOf } as unknown as VisitorClock;
  const rule = (text: string, from: string) => {
    const recurrence = recurrenceOf(text);
    if (recurrence === null) throw new Error(`not a rule: ${text}`);
    return recurrenceText(intl, recurrence, from, today, 'mon');
  };
  const friday = { at: tuesday + 3 * 86_400_000, days: 4, label: '2027 trip' };
  const sentences = [
    ringText(intl, clock, tuesday, now, 'UTC'),
    ringText(intl, clock, newYear, now, 'UTC'),
    ringsNextText(intl, clock, tuesday, now, 'UTC'),
    silentText(intl, friday, 'UTC'),
    intl.formatMessage(
      { id: 'alarm.pausedUntil' },
      { day: shortDateText(intl, '2027-01-01', today) },
    ),
    rule('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA', '2026-11-24'),
    rule('FREQ=YEARLY', '2027-01-01'),
    rule('FREQ=MONTHLY;BYDAY=1TU', '2026-11-01'),
  ];
  return sentences.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
}

test.each<[LanguageCode, readonly string[]]>([
  [
    'ja',
    [
      '11時間36分後、火曜日の07:00に鳴ります',
      '38日11時間後、2027年1月1日（金）の07:00に鳴ります',
      '次は火曜日の07:00',
      '金曜日は鳴りません（2027 trip）',
      '休止中（2027年1月1日から再開）',
      '2週間ごと（火、土）、11月24日から',
      '毎年1月1日、2027年1月1日から',
      '毎月第1火曜日',
    ],
  ],
  [
    'en',
    [
      'Rings in 11 h 36 min, Tuesday at 07:00',
      'Rings in 38 days 11 h, Fri, Jan 1, 2027 at 07:00',
      'rings Tuesday at 07:00',
      'Silent on Friday: 2027 trip',
      'Paused, rings again from Jan 1, 2027',
      'every 2 weeks on Tue and Sat, from Nov 24',
      'every year on January 1, from Jan 1, 2027',
      'every month on the first Tuesday',
    ],
  ],
  [
    'zh',
    [
      '将在11小时36分钟后（周二 07:00）响铃',
      '将在38天11小时后（2027年1月1日周五 07:00）响铃',
      '下次：周二 07:00',
      '周五不响铃：2027 trip',
      '已暂停，2027年1月1日起恢复响铃',
      '每2周的周二和周六，从11月24日开始',
      '每年1月1日，从2027年1月1日开始',
      '每月第一个星期二',
    ],
  ],
  [
    'hi',
    [
      '11 घंटे 36 मिनट बाद बजेगा: मंगलवार, 07:00',
      '38 दिन 11 घंटे बाद बजेगा: शुक्र, 1 जन॰ 2027, 07:00',
      'अगली बार: मंगलवार, 07:00',
      'शुक्रवार को नहीं बजेगा: 2027 trip',
      'रुका हुआ है, 1 जन॰ 2027 से फिर बजेगा',
      'हर 2 हफ़्ते में मंगल और शनि को, 24 नव॰ से',
      'हर साल 1 जनवरी को, 1 जन॰ 2027 से',
      'हर महीने पहले मंगलवार को',
    ],
  ],
  [
    'es',
    [
      'Suena dentro de 11 h 36 min (martes, 07:00)',
      'Suena dentro de 38 días 11 h (vie, 1 ene 2027, 07:00)',
      'próxima vez: martes, 07:00',
      'No suena el viernes: 2027 trip',
      'En pausa, vuelve a sonar el 1 ene 2027',
      'cada 2 semanas, mar y sáb, desde el 24 nov',
      'cada año el 1 de enero, desde el 1 ene 2027',
      'cada mes el primer martes',
    ],
  ],
  [
    'fr',
    [
      'Sonne dans 11 h 36 min, mardi à 07:00',
      'Sonne dans 38 jours 11 h, ven. 1er janv. 2027 à 07:00',
      'prochaine fois : mardi à 07:00',
      'Ne sonne pas vendredi : 2027 trip',
      'En pause, reprise le 1er janv. 2027',
      'toutes les 2 semaines, mar. et sam., à partir du 24 nov.',
      'tous les ans le 1er janvier, à partir du 1er janv. 2027',
      'tous les mois le premier mardi',
    ],
  ],
  [
    'ar',
    [
      'سيرن بعد 11 ساعة و36 دقيقة، يوم الثلاثاء الساعة 07:00',
      'سيرن بعد 38 يومًا و11 ساعة، يوم الجمعة، 1 يناير 2027 الساعة 07:00',
      'الرنين القادم: الثلاثاء الساعة 07:00',
      'لا يرن يوم الجمعة: \u20682027 trip\u2069',
      'متوقف مؤقتًا، ويرن من جديد ابتداءً من 1 يناير 2027',
      'كل أسبوعين: الثلاثاء والسبت، ابتداءً من 24 نوفمبر',
      'كل عام في 1 يناير، ابتداءً من 1 يناير 2027',
      'كل شهر في يوم الثلاثاء الأول',
    ],
  ],
  [
    'pt',
    [
      'Toca daqui a 11 h 36 min (terça-feira, 07:00)',
      'Toca daqui a 38 dias 11 h (sex., 1º de jan. de 2027, 07:00)',
      'próxima vez: terça-feira, 07:00',
      'Não toca sexta-feira: 2027 trip',
      'Em pausa, volta a tocar em 1º de jan. de 2027',
      'a cada 2 semanas, ter. e sáb., a partir de 24 de nov.',
      'todo ano em 1º de janeiro, a partir de 1º de jan. de 2027',
      'todo mês na primeira terça-feira',
    ],
  ],
  [
    'ru',
    [
      'Зазвонит через 11 ч 36 мин, во вторник в 07:00',
      'Зазвонит через 38 дней 11 ч, пт, 1 янв. 2027 г. в 07:00',
      'зазвонит во вторник в 07:00',
      'Не звонит в пятницу: 2027 trip',
      'На паузе, снова звонит с 1 янв. 2027 г.',
      'раз в 2 недели по вторникам и субботам, с 24 нояб.',
      'каждый год 1 января, с 1 янв. 2027 г.',
      'каждый месяц в первый вторник',
    ],
  ],
  [
    'id',
    [
      'Berbunyi 11 jam 36 mnt lagi, Selasa pukul 07:00',
      'Berbunyi 38 hari 11 jam lagi, Jum, 1 Jan 2027 pukul 07:00',
      'berbunyi Selasa pukul 07:00',
      'Tidak berbunyi hari Jumat: 2027 trip',
      'Dijeda, berbunyi lagi mulai 1 Jan 2027',
      'setiap 2 minggu: Sel dan Sab, mulai 24 Nov',
      'setiap tahun pada 1 Januari, mulai 1 Jan 2027',
      'setiap bulan pada Selasa pertama',
    ],
  ],
  [
    'de',
    [
      'Klingelt in 11 Std. 36 Min., am Dienstag um 07:00',
      'Klingelt in 38 Tagen 11 Std., am Fr., 1. Jan. 2027 um 07:00',
      'wieder am Dienstag um 07:00',
      'Klingelt am Freitag nicht: 2027 trip',
      'Pausiert, wieder ab 1. Jan. 2027',
      'alle 2 Wochen am Di und Sa, ab 24. Nov.',
      'jedes Jahr am 1. Januar, ab 1. Jan. 2027',
      'jeden Monat am ersten Dienstag',
    ],
  ],
  [
    'tr',
    [
      '11 sa 36 dk sonra çalacak: salı günü, 07:00',
      '38 gün 11 sa sonra çalacak: 1 Oca 2027 Cum, 07:00',
      'sıradaki: salı günü, 07:00',
      'Cuma günü çalmayacak: 2027 trip',
      '1 Oca 2027 tarihine kadar duraklatıldı',
      '2 haftada bir salı ve cumartesi, başlangıç: 24 Kas',
      'her yıl 1 Ocak, başlangıç: 1 Oca 2027',
      'her ayın ilk salı günü',
    ],
  ],
  [
    'ko',
    [
      '11시간 36분 후, 화요일 07:00에 울립니다',
      '38일 11시간 후, 2027년 1월 1일 (금) 07:00에 울립니다',
      '다음: 화요일 07:00',
      '금요일에는 울리지 않음: 2027 trip',
      '일시정지됨, 2027년 1월 1일부터 다시 울림',
      '2주마다 화, 토요일, 11월 24일부터',
      '매년 1월 1일, 2027년 1월 1일부터',
      '매월 첫째 화요일',
    ],
  ],
])('in %s', (language, sentences) => {
  expect(sentencesIn(language)).toEqual(sentences);
});
