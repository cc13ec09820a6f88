// Instructions in a text are in every language.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageCodes, type LanguageCode } from './languages';

/** Words that identify an instruction, in English and in the other languages. */
type Advice = Readonly<Record<LanguageCode, RegExp>>;

const advice: Readonly<Record<string, Advice>> = {
  'that a ring needs the device awake': {
    en: /device (is )?awake/,
    ja: /スリープ/,
    zh: /休眠/,
    hi: /स्लीप/,
    es: /reposo|activo/,
    fr: /veille|actif/,
    ar: /السكون|نشط/,
    pt: /ativo/,
    ru: /заснуть|не спит/,
    id: /aktif|mode tidur/,
    de: /wach/,
    tr: /uyanık/,
    ko: /잠들/,
  },
  'to check the connection': {
    en: /[Cc]heck your connection/,
    ja: /接続を確認/,
    zh: /检查网络连接/,
    hi: /कनेक्शन जाँचें/,
    es: /Revisa tu conexión/,
    fr: /Vérifiez votre connexion/,
    ar: /تحقق من الاتصال/,
    pt: /Verifique sua conexão/,
    ru: /Проверьте соединение/,
    id: /Periksa koneksi/,
    de: /Prüfen Sie Ihre Verbindung/,
    tr: /Bağlantınızı kontrol ed/,
    ko: /연결을 확인/,
  },
  'which part of an address makes it secure': everywhere(/https/),
};

const texts = Object.fromEntries(
  languageCodes.map((code) => [
    code,
    JSON.parse(readFileSync(`src/i18n/messages/${code}.json`, 'utf8')) as Record<string, string>,
  ]),
) as Record<LanguageCode, Record<string, string>>;

test.each(
  Object.keys(advice).flatMap((name) => languageCodes.map((code) => [code, name] as const)),
)('%s has the instruction %s where English has it', (code, name) => {
  const words = advice[name] ?? everywhere(/(?!)/);
  const advising = Object.keys(texts.en).filter((id) => words.en.test(texts.en[id] ?? ''));
  expect(advising).not.toEqual([]);
  expect(advising.filter((id) => !words[code].test(texts[code][id] ?? ''))).toEqual([]);
});

function everywhere(words: RegExp): Advice {
  return Object.fromEntries(languageCodes.map((code) => [code, words])) as Advice;
}
