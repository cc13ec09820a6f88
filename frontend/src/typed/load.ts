// Loads the reader of typed texts with the words of a language, once for each.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { whenIdle } from '../browser/idle';
import type { LanguageCode } from '../i18n/languages';
import { intlWithLatinDigits, loadMessages } from '../i18n/messages';
import { visitorLocale } from '../i18n/weekdays';
import { loadPersistently } from '../loading/load-code';
import type { TypedReader } from './reader';
import type { Words } from './words';

/** Those of English are part of the reader. */
const wordFiles: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Words>>> = {
  ja: async () => (await import(/* webpackChunkName: "words-ja" */ './words/ja')).ja,
  zh: async () => (await import(/* webpackChunkName: "words-zh" */ './words/zh')).zh,
  hi: async () => (await import(/* webpackChunkName: "words-hi" */ './words/hi')).hi,
  es: async () => (await import(/* webpackChunkName: "words-es" */ './words/es')).es,
  fr: async () => (await import(/* webpackChunkName: "words-fr" */ './words/fr')).fr,
  ar: async () => (await import(/* webpackChunkName: "words-ar" */ './words/ar')).ar,
  pt: async () => (await import(/* webpackChunkName: "words-pt" */ './words/pt')).pt,
  ru: async () => (await import(/* webpackChunkName: "words-ru" */ './words/ru')).ru,
  id: async () => (await import(/* webpackChunkName: "words-id" */ './words/id')).id,
  de: async () => (await import(/* webpackChunkName: "words-de" */ './words/de')).de,
  tr: async () => (await import(/* webpackChunkName: "words-tr" */ './words/tr')).tr,
  ko: async () => (await import(/* webpackChunkName: "words-ko" */ './words/ko')).ko,
};

export async function loadWords(language: Exclude<LanguageCode, 'en'>): Promise<Words> {
  return wordFiles[language]();
}

const readers = new Map<string, Promise<TypedReader>>();

function loadReader(language: LanguageCode): Promise<TypedReader> {
  const locale = visitorLocale(language);
  const loading =
    readers.get(locale) ??
    loadPersistently(async () => {
      const [{ TypedReader, en }, messages, words] = await Promise.all([
        import(/* webpackChunkName: "typed-reader" */ './reader'),
        loadMessages(language, 'typed'),
        language === 'en' ? null : loadWords(language),
      ]);
      const reader = new TypedReader(intlWithLatinDigits(language, messages), words ?? en, locale);
      readAhead(reader, language);
      return reader;
    });
  readers.set(locale, loading);
  return loading;
}

/**
 * Types a text when the page is idle, a key at a time: the first texts fill the reader's tables and make the browser
 * compile it, which would take longer than a key press may.
 */
function readAhead(reader: TypedReader, language: LanguageCode) {
  const words = [
    new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(1, 'day'),
    '7:30',
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(0),
    new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
      9,
    ),
  ];
  const text = words.join(' ');
  let length = 0;
  const readNext = () => {
    length += 1;
    reader.alarm(text.slice(0, length), anyMoment);
    reader.timer(text.slice(0, length), anyMoment);
    if (length < text.length) whenIdle(readNext);
  };
  whenIdle(readNext);
}

const anyMoment = { hour12: true, now: 0, today: '2026-01-01' } as const;

interface LoadedReader {
  /** Null until it is loaded. */
  readonly reader: TypedReader | null;
  /** Loads it for what was typed early, and ahead. */
  readonly load: () => Promise<TypedReader>;
}

/** The reader of the page's language. */
export function useTypedReader(): LoadedReader {
  const { locale } = useIntl();
  const [loaded, setLoaded] = useState<{ readonly locale: string; readonly reader: TypedReader }>();
  const load = useCallback(async () => {
    const reader = await loadReader(locale);
    setLoaded({ locale, reader });
    return reader;
  }, [locale]);
  return { reader: loaded?.locale === locale ? loaded.reader : null, load };
}

/** Loads it at once, for a field that is shown; `onLoad` reads what was typed before. */
export function useReaderOfField(onLoad: (reader: TypedReader) => void): TypedReader | null {
  const { reader, load } = useTypedReader();
  const loaded = useEffectEvent(onLoad);
  useEffect(() => {
    void load();
  }, [load]);
  useEffect(() => {
    if (reader !== null) loaded(reader);
  }, [reader]);
  return reader;
}

/** Submits a form with such fields once they have read what was typed: Save may be pressed before the reader is loaded. */
export function useSubmitOnceRead(submitForm: () => unknown): {
  readonly submit: () => void;
  readonly isWaiting: boolean;
} {
  const [isPressed, setPressed] = useState(false);
  /** Whether the fields have read since; the form has their values after the next rendering. */
  const [isRead, setRead] = useState(false);
  const submitNow = useEffectEvent(submitForm);
  const reader = useReaderOfField(() => {
    setRead(isPressed);
  });
  useEffect(() => {
    if (isRead) submitNow();
  }, [isRead]);
  function submit() {
    if (reader === null) setPressed(true);
    else submitForm();
  }
  return { submit, isWaiting: isPressed && !isRead };
}
