// Every language has every text, no text is unused, and none was left in another language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isArgumentElement,
  isPluralElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { offeredCodes, type OfferedLanguage } from './languages';
import en from './messages/en.json';

type Texts = Readonly<Record<string, string>>;

const texts = Object.fromEntries(
  offeredCodes.map((code) => [
    code,
    JSON.parse(readFileSync(`src/i18n/messages/${code}.json`, 'utf8')) as Texts,
  ]),
) as Record<OfferedLanguage, Texts>;
const ids = Object.keys(en);
/** What reads the same in every language. */
const sameEverywhere = new Set(['site.name', 'footer.copyright']);

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .map((file) => readFileSync(join('src', file), 'utf8'))
  .join('\n');

test('the files are those of the offered languages', () => {
  const files = readdirSync('src/i18n/messages').sort();
  expect(files).toEqual(offeredCodes.map((code) => `${code}.json`).sort());
});

test.each(offeredCodes)('%s has every text once, and no other', (code) => {
  expect(Object.keys(texts[code]).sort()).toEqual([...ids].sort());
  const file = readFileSync(`src/i18n/messages/${code}.json`, 'utf8');
  expect(file.match(/^ {2}"/gm)).toHaveLength(ids.length);
});

test.each(offeredCodes)('%s leaves no text empty or with stray spaces', (code) => {
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

test.each(offeredCodes.filter((code) => code !== 'en'))(
  '%s has no text left in English',
  (code) => {
    const left = ids.filter(
      (id) => !sameEverywhere.has(id) && /[a-z]/i.test(wordsOf(texts.en[id])),
    );
    expect(left.filter((id) => texts[code][id] === texts.en[id])).toEqual([]);
  },
);

test('no text in English has Japanese in it', () => {
  expect(ids.filter((id) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(texts.en[id] ?? ''))).toEqual([]);
});

test.each(offeredCodes)('%s fills in what English fills in', (code) => {
  const differing = ids.filter(
    (id) => valuesOf(texts[code][id]).join() !== valuesOf(texts.en[id]).join(),
  );
  expect(differing).toEqual([]);
});

/** A message without the names of what is filled in. */
function wordsOf(text = ''): string {
  return text.replaceAll(/\{\w+\}/g, '');
}

/** The names of the values a message takes. */
function valuesOf(text = ''): string[] {
  const names = parse(text).flatMap((element) =>
    isArgumentElement(element) || isPluralElement(element) || isSelectElement(element)
      ? [element.value]
      : [],
  );
  return [...new Set(names)].sort();
}
