// The uncompiled texts of all languages: the head needs some that no page shows.
import { languageCodes, type LanguageCode } from '../i18n/languages';
import type { MessageId } from '../i18n/messages';

type Texts = Readonly<Record<MessageId, string>>;

const texts = new Map<LanguageCode, Texts>();
for (const language of languageCodes) {
  const file = (await import(/* webpackMode: "eager" */ `../i18n/messages/${language}.json`)) as {
    default: Texts;
  };
  texts.set(language, file.default);
}

/** A text without placeholders. */
export function textOf(language: LanguageCode, id: MessageId): string {
  const text = texts.get(language)?.[id];
  if (text === undefined) throw new Error(`${language} has no text ${id}`);
  return text;
}
