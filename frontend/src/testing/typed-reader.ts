// Readers of typed texts in a language, with its messages and words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl, type IntlShape } from 'react-intl';
import type { LanguageCode } from '../i18n/languages';
import { TypedReader } from '../typed/reader';
import { loadWords } from '../typed/load';
import { en } from '../typed/words/en';

const readers = new Map<string, Promise<TypedReader>>();

const intls = new Map<LanguageCode, IntlShape>();

export function intlIn(language: LanguageCode): IntlShape {
  const known = intls.get(language) ?? intlOf(language);
  intls.set(language, known);
  return known;
}

function intlOf(language: LanguageCode): IntlShape {
  const file = join(import.meta.dirname, `../i18n/messages/${language}.json`);
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return createIntl({ locale: language, messages });
}

export function readerIn(language: LanguageCode, locale: string = language): Promise<TypedReader> {
  const known = readers.get(locale);
  if (known !== undefined) return known;
  const reader = (language === 'en' ? Promise.resolve(en) : loadWords(language)).then(
    (words) => new TypedReader(intlIn(language), words, locale),
  );
  readers.set(locale, reader);
  return reader;
}
