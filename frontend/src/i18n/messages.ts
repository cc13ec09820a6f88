// Loads the compiled messages of one language, and only of that one.
import type { MessageFormatElement } from 'react-intl';
import type english from './messages/en.json';
import type { OfferedLanguage } from './languages';

/** The name of a text; every language's file has exactly these. */
export type MessageId = keyof typeof english;

export type Messages = Record<MessageId, MessageFormatElement[]>;

/** Fetches a language's messages; they stay loaded. */
export async function loadMessages(language: OfferedLanguage): Promise<Messages> {
  const loaded = await loaders[language]();
  // Every language's file has every text; `messages.test.ts` sees to that.
  return loaded.default as Messages;
}

const loaders: Record<
  OfferedLanguage,
  () => Promise<{ default: Record<string, MessageFormatElement[]> }>
> = {
  ja: () => import(/* webpackChunkName: "messages-ja" */ 'compiled-messages/ja.json'),
  en: () => import(/* webpackChunkName: "messages-en" */ 'compiled-messages/en.json'),
};

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- react-intl takes its types from here
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
    interface IntlConfig {
      locale: OfferedLanguage;
    }
  }
}
