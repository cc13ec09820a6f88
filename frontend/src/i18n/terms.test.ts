// The words of `docs/terms.md`: every language has the terms about ringing, its texts use them, and no text has a word that
// the document excludes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageCodes, type LanguageCode } from './languages';

interface Term {
  readonly name: string;
  /** The words for it in a language. */
  readonly words: readonly string[];
  /** What follows “never”: a star stands for more letters. */
  readonly excluded: readonly string[];
}

const document = readFileSync('../docs/terms.md', 'utf8');

const core = [
  'alarm',
  'timer',
  'ring',
  'sound',
  'notification',
  'message',
  'snooze',
  'days off',
  'repeat',
  'device',
  'account',
  'closed (page)',
];

/** The table of a language, from its heading to the next. */
function termsOf(code: LanguageCode): readonly Term[] {
  const section = document
    .split(/^## /m)
    .find((part) => part.split('\n', 1)[0]?.endsWith(`(${code})`));
  const rows = section?.match(/^\| .* \|$/gm) ?? [];
  return rows.slice(2).map((row) => {
    const [name = '', words = '', note = ''] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const never = /\bnever ((?:`[^`]+`(?:, )?)+)/.exec(note)?.[1] ?? '';
    return {
      name,
      words: words.split(/[,;、،/]/).map((word) => word.trim()),
      excluded: Array.from(never.matchAll(/`([^`]+)`/g), ([, word = '']) => word),
    };
  });
}

/** The texts of a language, without what people search for and what they may type. */
function textsOf(code: LanguageCode): readonly (readonly [string, string])[] {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
  const messages = read(`src/i18n/messages/${code}.json`) as Record<string, string>;
  const pushes = read('../config/push-texts.json') as Record<LanguageCode, Record<string, string>>;
  const pushed = Object.entries(pushes[code]).map(
    ([id, text]) => [`push-texts ${id}`, text] as const,
  );
  return [
    ...Object.entries(messages).filter(([id]) => !/\.keywords$|\.linePlaceholder$/.test(id)),
    ...pushed,
  ];
}

/** Languages in which a word has no spaces around it, or prefixes and suffixes. */
const joined: readonly LanguageCode[] = ['ja', 'zh', 'ko', 'hi', 'ar'];

function patternOf(word: string, code: LanguageCode): RegExp {
  const escaped = word
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', String.raw`\p{L}*`);
  return joined.includes(code)
    ? new RegExp(escaped, 'u')
    : new RegExp(String.raw`(?<!\p{L})${escaped}(?!\p{L})`, 'iu');
}

test.each(languageCodes)('%s has a word for each term about ringing', (code) => {
  const names = termsOf(code).map(({ name }) => name);
  expect(core.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(languageCodes.filter((code) => code !== 'en'))('%s uses its words', (code) => {
  const texts = textsOf(code).map(([, text]) => text.toLocaleLowerCase(code));
  const unused = termsOf(code)
    .filter(({ name }) => core.includes(name))
    .filter(({ words }) =>
      words.every((word) => texts.every((text) => !text.includes(word.toLocaleLowerCase(code)))),
    );
  expect(unused).toEqual([]);
});

test.each(languageCodes)('%s has no word that its table excludes', (code) => {
  const excluded = termsOf(code).flatMap((term) => term.excluded);
  const found = textsOf(code).flatMap(([id, text]) =>
    excluded.filter((word) => patternOf(word, code).test(text)).map((word) => `${id}: ${word}`),
  );
  expect(found).toEqual([]);
});

test('words are excluded in every language', () => {
  expect(
    languageCodes.filter((code) => termsOf(code).every(({ excluded }) => excluded.length === 0)),
  ).toEqual([]);
});
