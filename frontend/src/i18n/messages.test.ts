// Every language has every text, no text is unused, and none is in another language. Dates, numbers and messages have
// Latin digits.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isArgumentElement,
  isPluralElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { languageCodes, type LanguageCode } from './languages';
import en from './messages/en.json';
import { intlWithLatinDigits, type MessageId, type Messages } from './messages';
import { zoneName } from './zone-name';

type Texts = Readonly<Record<string, string>>;

const texts = Object.fromEntries(
  languageCodes.map((code) => [
    code,
    JSON.parse(readFileSync(`src/i18n/messages/${code}.json`, 'utf8')) as Texts,
  ]),
) as Record<LanguageCode, Texts>;
const ids = Object.keys(en);
/** Texts that are the same in every language. */
const sameEverywhere = new Set([
  'site.name',
  'footer.copyright',
  'timer.runningTitle',
  // Only languages that decline the names of days, or shorten them in sentences, have words there.
  'day.on',
  'day.each',
]);
/** Words and abbreviations that a language shares with English. */
const sharedWords: Partial<Record<LanguageCode, readonly string[]>> = {
  ja: ['channels.webhook'],
  zh: ['channels.webhook'],
  es: [
    'channels.webhook',
    'duration.partHours',
    'duration.partMinutes',
    'duration.partSeconds',
    'duration.partMilliseconds',
    'duration.aloneHours',
    'duration.aloneMinutes',
    'duration.aloneSeconds',
    'sound.marimba',
    'stopwatch.inMilliseconds',
    'timer.preset',
    'timer.addMinutes',
    'timer.lessMinutes',
  ],
  fr: [
    'channels.webhook',
    'site.menu',
    'duration.partHours',
    'duration.partMinutes',
    'duration.partSeconds',
    'duration.partMilliseconds',
    'duration.aloneHours',
    'duration.aloneMinutes',
    'duration.aloneSeconds',
    'sound.marimba',
    'stopwatch.inMilliseconds',
    'timer.preset',
    'timer.addMinutes',
    'timer.lessMinutes',
    'timer.pause',
    'timer.minutes',
    'converter.date',
    'alarm.volume',
  ],
  pt: [
    'channels.webhook',
    'site.menu',
    'duration.partHours',
    'duration.partMinutes',
    'duration.partSeconds',
    'duration.partMilliseconds',
    'duration.aloneHours',
    'duration.aloneMinutes',
    'duration.aloneSeconds',
    'sound.marimba',
    'stopwatch.inMilliseconds',
    'stopwatch.totalColumn',
    'timer.name',
    'timer.preset',
    'timer.addMinutes',
    'timer.lessMinutes',
    'privacy.timers',
    'alarm.volume',
  ],
  id: [
    'channels.webhook',
    'site.menu',
    'sound.marimba',
    'stopwatch.name',
    'stopwatch.runningTitle',
    'stopwatch.totalColumn',
    'alarm.name',
    'alarm.switch',
    'timer.name',
    'analogClock.modern',
    'ringing.alarm',
    'alarm.volume',
  ],
  de: [
    'channels.webhook',
    'channels.name',
    'ruler.unnamed',
    'site.toolsMenu',
    'theme.system',
    'sound.marimba',
    'home.tools',
    'duration.partMilliseconds',
    'stopwatch.inMilliseconds',
    'stopwatch.nameColumn',
    'alarm.in',
    'timer.name',
    'timer.pause',
    'timer.stepName',
    'analogClock.theme',
    'analogClock.modern',
    'clocks.byName',
  ],
  tr: ['channels.webhook', 'sound.marimba', 'alarm.name', 'analogClock.modern', 'ringing.alarm'],
};
/** The script of the languages that are not written in Latin letters. */
const scripts: Partial<Record<LanguageCode, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
  ru: /\p{Script=Cyrillic}/u,
  ko: /\p{Script=Hangul}/u,
};

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .map((file) => readFileSync(join('src', file), 'utf8'))
  .join('\n');

test('there is one file for each language', () => {
  const files = readdirSync('src/i18n/messages').sort();
  expect(files).toEqual(languageCodes.map((code) => `${code}.json`).sort());
});

test.each(languageCodes)('%s has every text once, and no others', (code) => {
  expect(Object.keys(texts[code]).sort()).toEqual([...ids].sort());
  const file = readFileSync(`src/i18n/messages/${code}.json`, 'utf8');
  expect(file.match(/^ {2}"/gm)).toHaveLength(ids.length);
});

test.each(languageCodes)('%s has no empty text and no leading or trailing spaces', (code) => {
  const wrong = ids.filter((id) => {
    const text = texts[code][id] ?? '';
    return text === '' || text !== text.trim();
  });
  expect(wrong).toEqual([]);
});

test('every text is used', () => {
  expect(ids.filter((id) => !source.includes(`'${id}'`) && !source.includes(`"${id}"`))).toEqual(
    [],
  );
});

test.each(languageCodes.filter((code) => code !== 'en'))(
  '%s has no text left in English',
  (code) => {
    const same = ids.filter((id) => hasWords(id) && texts[code][id] === texts.en[id]);
    expect(same.filter((id) => !sameEverywhere.has(id)).sort()).toEqual(
      [...(sharedWords[code] ?? [])].sort(),
    );
  },
);

test.each(languageCodes.filter((code) => code in scripts))(
  '%s is written in its own script',
  (code) => {
    const foreign = ids.filter(
      (id) =>
        hasWords(id) &&
        !sameEverywhere.has(id) &&
        sharedWords[code]?.includes(id) !== true &&
        !scripts[code]?.test(texts[code][id] ?? ''),
    );
    expect(foreign).toEqual([]);
  },
);

test('no English text contains Japanese', () => {
  expect(ids.filter((id) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(texts.en[id] ?? ''))).toEqual([]);
});

test.each(languageCodes)('%s has the same placeholders as English', (code) => {
  const differing = ids.filter(
    (id) => valuesOf(texts[code][id]).join() !== valuesOf(texts.en[id]).join(),
  );
  expect(differing).toEqual([]);
});

test.each(languageCodes)(
  '%s has all forms of its language where a plural has more than one',
  (code) => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const lacking = ids.filter((id) =>
      parse(texts[code][id] ?? '').some((element) => {
        if (!isPluralElement(element)) return false;
        const { '=0': zero, ...options } = element.options;
        const named = Object.keys(options).filter((form) => !form.startsWith('='));
        const missing = forms.filter((form) => !named.includes(form));
        return named.length > 1 && missing.some((form) => form !== 'zero' || zero === undefined);
      }),
    );
    expect(lacking).toEqual([]);
  },
);

/** Whether a text has words besides placeholders and punctuation. */
function hasWords(id: string): boolean {
  return /[a-z]/i.test(wordsOf(texts.en[id]));
}

/** A message without the names of its placeholders. */
function wordsOf(text = ''): string {
  return text.replaceAll(/\{\w+\}/g, '');
}

/** The names of a message's placeholders. */
function valuesOf(text = ''): string[] {
  const names = parse(text).flatMap((element) =>
    isArgumentElement(element) || isPluralElement(element) || isSelectElement(element)
      ? [element.value]
      : [],
  );
  return [...new Set(names)].sort();
}

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
