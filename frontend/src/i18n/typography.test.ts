// The typography of texts in every language: quotation marks, spaces, ellipses, lengths for search engines, and words
// to avoid.
import { readFileSync } from 'node:fs';
import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  parse,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { textWidth } from '../testing/text-width';
import { languageCodes, type LanguageCode } from './languages';
import { pageHeads } from '../pages/head-tags';

/** The text of each message, with one character for each placeholder. */
const texts = Object.fromEntries(languageCodes.map((code) => [code, wordsIn(code)])) as Record<
  LanguageCode,
  ReadonlyMap<string, string>
>;

/** Texts that are shown while something is in progress. */
const progress = [
  'dialog.saving',
  'alarm.loading',
  'timer.loading',
  'account.loading',
  'account.signingIn',
  'account.registering',
  'account.forgetting',
  'account.changingPassword',
  'push.turningOn',
];

test.each(languageCodes)('%s ends texts about something in progress with an ellipsis', (code) => {
  expect(progress.filter((id) => !textOf(code, id).endsWith('…'))).toEqual([]);
});

test.each(languageCodes)('%s has no straight quotes and no three dots', (code) => {
  expect(matching(code, /["']|\.\.\./)).toEqual([]);
});

const quotationMarks: Readonly<Record<LanguageCode, string>> = {
  ja: '「」',
  en: '“”',
  zh: '“”',
  hi: '“”',
  es: '“”',
  fr: '«»',
  ar: '«»',
  pt: '“”',
  ru: '«»',
  id: '“”',
  de: '„“',
  tr: '“”',
  ko: '“”',
};

test.each(languageCodes)('%s uses its own quotation marks, in pairs', (code) => {
  const [opening = '', closing = ''] = quotationMarks[code];
  const wrong = idsWhere(code, (text) => {
    // Within its quotation marks Russian has others.
    const outer = code === 'ru' ? text.replaceAll(/(«[^»]*)„([^“]*)“([^»]*»)/g, '$1$2$3') : text;
    const marks = outer.match(/[“”„«»「」『』]/g)?.join('') ?? '';
    return marks !== `${opening}${closing}`.repeat(marks.length / 2);
  });
  expect(wrong).toEqual([]);
});

test.each(languageCodes)(
  '%s has no double spaces, and none between a word and its punctuation',
  (code) => {
    expect(matching(code, /\s{2}| [,.;:!?…)»”、。，！？：；]|[(«„] /)).toEqual([]);
  },
);

test('fr has a narrow no-break space before ; : ! ? and inside « »', () => {
  const space = '\\u202f';
  const signs = new RegExp(`(?<!${space})[;!?»]|(?<!${space}|\\d):|\\d:(?!\\d)|«(?!${space})`);
  // What is typed in exactly this way.
  const code = /https:\/\/|40s:/g;
  expect(idsWhere('fr', (text) => signs.test(text.replaceAll(code, '')))).toEqual([]);
});

test('de has a no-break space before an ellipsis', () => {
  expect(matching('de', /[^\u00a0]…/)).toEqual([]);
});

test.each(['ja', 'zh'] as const)('%s has full-width punctuation in its sentences', (code) => {
  const halfWidth = matching(
    code,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][,.;:!?]/u,
  );
  expect(halfWidth.filter((id) => !id.endsWith('.keywords'))).toEqual([]);
});

/** The characters of a title and a description that search results show; wide characters count as two. */
const room = {
  title: { usual: 60, wide: 70 },
  description: { usual: 155, wide: 170 },
} as const;

test.each(languageCodes)('%s has titles and descriptions that fit in search results', (code) => {
  const kind = code === 'ja' || code === 'zh' || code === 'ko' ? 'wide' : 'usual';
  const tooLong = Object.values(pageHeads).flatMap((head) =>
    (['title', 'description'] as const)
      .filter((part) => textWidth(textOf(code, head[part])) > room[part][kind])
      .map((part) => head[part]),
  );
  expect(tooLong).toEqual([]);
});

test.each(languageCodes)(
  '%s has the site’s name at the end of each title except the home page’s',
  (code) => {
    const titles = Object.entries(pageHeads)
      .filter(([page]) => page !== 'home')
      .map(([, { title }]) => title);
    expect(titles.filter((id) => !textOf(code, id).endsWith('Tokibako'))).toEqual([]);
  },
);

/** Forms of address and of speech that `docs/style.md` excludes; the words of `docs/terms.md` are in `terms.test.ts`. */
const avoided: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  ja: /あなた/,
  en: new RegExp(
    [
      // Without contractions, or British. “Do Not Disturb” is the name of a mode.
      '\\b(cannot|could not|do not(?! disturb)|(does|did|is|are|was|will|has|have) not|it (is|will))\\b|\\byou (are|will) \\w',
      '\\b\\w+isation\\b|\\bsynchronis|\\blicence|\\bcolour|\\bfavourite|\\bcancelled|\\bat weekends\\b',
      // Filler words, vague words, and words that differ from the term.
      '\\b(successfully|simply|please|operation|a server)\\b|\\bno sign-in\\b|forget this browser',
    ].join('|'),
    'i',
  ),
  zh: /您/,
  // A time that may end in am or pm must not be followed by बजे; अपनी आवाज़ means one’s own voice.
  hi: /\ufffc बजे|आपकी (अपनी )?आवाज़/,
  fr: /êtes connecté/,
  es: /\bvosotros\b|\b(agreg|pulsa[rs]?\b|pulse\b)|engelante/i,
  ru: /(?<!^|[.?!] )Вы(?!\p{L})/u,
  de: /\b(du|dein|deine|deinen|dir)\b|\bbitte .*versuchen/i,
  ko: /당신/,
};

test.each(Object.keys(avoided) as LanguageCode[])('%s uses no excluded words', (code) => {
  const words = avoided[code];
  const wrong = words === undefined ? [] : matching(code, words);
  // Words that people search for or type are theirs; the site does not say them.
  expect(wrong.filter((id) => !/\.keywords$|^alarm\.linePlaceholder$/.test(id))).toEqual([]);
});

test('es has no word for the weather that also means the time', () => {
  expect(matching('es', /\btiempo\b/i).filter((id) => id.startsWith('weather.'))).toEqual([]);
});

test('ar isolates addresses, code, and names that visitors give, which may run from left to right', () => {
  expect(matching('ar', /(?<!\u2066)(https:\/\/|whsec_)/)).toEqual([]);
  const file = JSON.parse(readFileSync('src/i18n/messages/ar.json', 'utf8')) as Record<
    string,
    string
  >;
  const bare = Object.keys(file).filter((id) => /(?<!\u2068)\{why\}/.test(file[id] ?? ''));
  expect(bare).toEqual([]);
  expect(file['daysOff.imported']).toContain('\u2068{file}\u2069');
});

test('en says that the device must be awake wherever it says that the site must be open', () => {
  const asks = matching('en', /keep (this|the) site open|site is open/i);
  expect(asks).not.toEqual([]);
  expect(asks.filter((id) => !/device (is )?awake/.test(textOf('en', id)))).toEqual([]);
});

function wordsIn(code: LanguageCode): ReadonlyMap<string, string> {
  const file = readFileSync(`src/i18n/messages/${code}.json`, 'utf8');
  const messages = Object.entries(JSON.parse(file) as Record<string, string>);
  return new Map(messages.map(([id, message]) => [id, wordsOf(parse(message))]));
}

function wordsOf(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (isLiteralElement(element)) return element.value;
      if (!isPluralElement(element) && !isSelectElement(element)) return '\ufffc';
      return Object.values(element.options)
        .map(({ value }) => wordsOf(value))
        .join('\ufffc');
    })
    .join('');
}

function textOf(code: LanguageCode, id: string): string {
  return texts[code].get(id) ?? '';
}

function idsWhere(code: LanguageCode, isWrong: (text: string) => boolean): string[] {
  return [...texts[code]].filter(([, text]) => isWrong(text)).map(([id]) => id);
}

function matching(code: LanguageCode, pattern: RegExp): string[] {
  return idsWhere(code, (text) => pattern.test(text));
}
