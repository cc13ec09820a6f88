// Loads compiled messages of one language: those of every page, and those of one page; and formats with the digits 0 to
// 9 in every language.
import { type MessageFormatElement, createIntl, type IntlShape } from 'react-intl';
import type english from './messages/en.json';
import { languageData, type PartWithTexts, type PageWithTexts } from './language-data';
import type { LanguageCode } from './languages';

/** The id of a text; every language's file has the same ids. */
export type MessageId = keyof typeof english;

/**
 * Complete for the page that is shown: `build/messages.mjs` puts every text into the file of the pages whose code names
 * it.
 */
export type Messages = Record<MessageId, MessageFormatElement[]>;

/** Fetches the texts of a page or a part, and adds them to those fetched before. */
export async function loadMessages(
  language: LanguageCode,
  part: PageWithTexts | PartWithTexts,
): Promise<Messages> {
  const groups = await Promise.all([languageData(language, 'site'), languageData(language, part)]);
  const texts = groups.flatMap((group) => Object.entries(group as CompiledTexts));
  const messages = {
    ...fetched.get(language),
    ...Object.fromEntries(texts.map(([id, text]) => [id, elementsOf(text)])),
  } as Messages;
  fetched.set(language, messages);
  return messages;
}

const fetched = new Map<LanguageCode, Messages>();

/** The output of `build/messages.mjs`; a text without placeholders is a string. */
type CompiledTexts = Readonly<Record<string, CompiledText>>;
type CompiledText = string | readonly CompiledElement[];
type CompiledElement = string | MessageFormatElement;

function elementsOf(text: CompiledText): MessageFormatElement[] {
  return typeof text === 'string' ? [words(text)] : text.map(elementOf);
}

function elementOf(element: CompiledElement): MessageFormatElement {
  if (typeof element === 'string') return words(element);
  if (!('options' in element)) return element;
  const options = Object.entries(element.options).map(([choice, { value }]) => [
    choice,
    { value: elementsOf(value as CompiledText) },
  ]);
  return { ...element, options: Object.fromEntries(options) as typeof element.options };
}

/** A literal element, which is of type 0: the names of the types would come with the parser. */
function words(value: string): MessageFormatElement {
  return { type: 0, value };
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- react-intl takes its types from here
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
    interface IntlConfig {
      locale: LanguageCode;
    }
  }
}

/** Formats dates, numbers and messages with Latin digits; its `locale` is the language's code. */
export function intlWithLatinDigits(language: LanguageCode, messages: Messages): IntlShape {
  // The formats use the tag, but their type only knows the codes of languages.
  const locale = withLatinDigits(language) as LanguageCode;
  return { ...createIntl({ locale, messages }), locale: language };
}

/** A tag for `Intl`. Whether Arabic has Arabic or Latin digits by default depends on the browser's release of CLDR. */
export function withLatinDigits(language: string): string {
  return `${language}-u-nu-latn`;
}
