// The texts and formats of one language, with the digits 0 to 9 in every language.
import { createIntl, type IntlShape } from 'react-intl';
import type { LanguageCode } from './languages';
import type { Messages } from './messages';

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
