// Misspelled words for times are asked about, and words that only look like one are names.
import { describe, expect, test } from 'vitest';
import { languageCodes, type LanguageCode } from '../i18n/languages';
import { nameOfDay } from '../i18n/date-text';
import { weekdays } from '../model/types';
import { alarmText } from '../testing/row-text';
import { intlIn, readerIn } from '../testing/typed-reader';
import { slipOf, spelledWords } from './misspelled';
import { folded } from './text';

const known = spelledWords(
  {
    day: ['monday', 'march', 'demain', 'завтра'],
    part: ['night', 'الصباح', '오전'],
    clock: ['half'],
  },
  ['monday', 'demain', 'завтра', 'night', 'الصباح'],
  ['mon', 'monday'],
);

test.each([
  ['mondya', true, ['day']],
  ['demian', true, ['day']],
  ['завтро', true, ['day']],
  ['nihgt', true, ['part']],
  ['monnday', true, ['day']],
  ['marhc', false, ['day']],
  ['nigt', true, ['part']],
  ['haf', false, ['clock']],
  ['오잔', false, ['part']],
  ['monday', false, []],
  ['mon', false, []],
  ['light', false, []],
  ['hall', false, []],
  ['المصباح', false, []],
])('"%s": %s, could be of %s', (word, isSure, kinds) => {
  const slip = slipOf(word, known);
  expect(slip.isSure).toBe(isSure);
  expect([...slip.kinds]).toEqual(kinds);
});

test.each([
  ['hr', ['her', 'bir'], ['rhythm']],
  ['hre', ['her'], ['rhythm']],
  ['heer', ['her'], ['rhythm']],
  ['وميس', ['خميس'], ['rhythm']],
  ['hep', ['her'], []],
  ['чеврег', ['четверг'], []],
])('beside a time, "%s" could be one of %j: %j', (word, words, kinds) => {
  const slip = slipOf(word, spelledWords({ rhythm: words }));
  expect([...slip.near]).toEqual(kinds);
});

const clock = { hour12: false, now: 19 * 60 + 24, today: '2026-11-23' };

/** One letter missing, two turned, or one doubled, behind the first one and before the last one. */
function slipsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.slice(1, -1).flatMap((letter, index) => {
    const at = index + 1;
    const next = letters[at + 1] ?? '';
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')];
    return [
      before + after,
      before + letter + letter + after,
      ...(letter === next ? [] : [before + next + letter + letters.slice(at + 2).join('')]),
    ];
  });
}

/** Indonesian `satu` is one, and lacks a letter of `Sabtu`; 月日曜 are two days. */
const otherWords = ['Satu', ...Array.from('月火水木金土', (day) => `${day}日曜`)];

/** A word, and the text that it stands in. */
function textsOf(language: LanguageCode): [word: string, text: string][] {
  const intl = intlIn(language);
  const tomorrow = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(1, 'day');
  const minutes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  })
    .formatToParts(20)
    .find(({ type }) => type === 'unit')?.value;
  return [
    ...weekdays.map((day): [string, string] => [nameOfDay(intl, day, 'long'), '7:30 {word} Xy']),
    [tomorrow, '{word} 7:30 Xy'],
    [minutes ?? '', '20 {word} Xy'],
  ];
}

describe.each(languageCodes)('in %s', (language) => {
  test('a weekday, tomorrow or a unit with a slip is never stored as something else', async () => {
    const reader = await readerIn(language);
    const stored: string[] = [];
    for (const [word, text] of textsOf(language)) {
      // Shorter ones are too much like other words.
      if (word.length < (/[a-z]/i.test(word) ? 4 : 3) || /[^\p{L}\p{M}]/u.test(word)) continue;
      const right = reader.alarm(text.replace('{word}', word), clock).row;
      for (const slip of slipsOf(word)) {
        if (otherWords.includes(slip) || folded(slip).length < 3) continue;
        const { row, unclear } = reader.alarm(text.replace('{word}', slip), clock);
        const isRight = right !== null && row !== null && alarmText(right) === alarmText(row);
        if (row !== null && unclear.length === 0 && !isRight) stored.push(slip);
      }
    }
    expect(stored).toEqual([]);
  });
});

/** What alarms and timers are called; among them words that look like a slip of another one. */
const names: Readonly<Partial<Record<LanguageCode, string>>> = {
  en: 'tea eggs pasta nap gym meds dentist rent match pat moon weed post mum oven lunch part mail',
  de: 'Tee Eier Nudeln Miete Feier Halle Eis Müll Zahnarzt Sport Mama Ofen Essen Tablette Max Reise',
  fr: 'thé oeufs pâtes loyer jus vin fer Anne sieste sport dentiste chat cours poubelles lit',
  es: 'té huevos arroz casa mano cine Luis luces siesta gimnasio dentista horno basura cena piso',
  pt: 'chá ovos arroz casa mesa manta minha academia dentista forno lixo almoço remédio louça cama',
  ru: 'чай яйца обед ужин пить путь марка спорт врач духовка мусор сон дача школа суп таблетка',
  tr: 'çay yumurta pasta kek posta Ali şiir hasta spor dişçi fırın çöp uyku ilaç okul kira',
  id: 'teh telur nasi tahu beras sampah seni hati obat gym dokter oven tidur rapat sewa mandi',
  hi: 'चाय अंडे चावल मिर्च पास बाहर दवा जिम डॉक्टर ओवन कूड़ा झपकी बिल खाना स्कूल दूध',
  ar: 'شاي بيض يوغا ماء الدواء أسنان سارة العلم طبيب فرن غداء نوم صلاة درس إيجار',
  ko: '차 달걀 수영 목욕 메일 오븐 월세 식사 약 헬스 병원 낮잠 회의 빨래 밥 분유 네일 배달 수리 토론 방 물 반찬 시장 전화',
  ja: '時計 月曜会 夜食 朝ごはん 分析 半額 前髪 日記 掃除 外食 誕生日 薬 会議 名前 水やり 七五三 明太子 茶',
  zh: '生日 点心 早餐 晚饭 夜宵 月饼 天气 前台 后厨 分享 出差 过年 药 开会 星巴克 下午茶 纪念日 三明治',
};

test.each(Object.entries(names))('in %s "%s" are names', async (language, words) => {
  const reader = await readerIn(language as LanguageCode);
  const asked = words.split(' ').filter((word) =>
    [`7 ${word}`, `7:30 ${word}`, `19:30 ${word}`].some((text) => {
      const { row, unclear } = reader.alarm(text, clock);
      return row?.name !== word || unclear.length > 0;
    }),
  );
  expect(asked).toEqual([]);
});
