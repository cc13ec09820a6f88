// What the field of the own time needs to read what is written in it; loaded when the field is used.
import type { IntlShape } from 'react-intl';
import { lengthWords } from '../../../i18n/typed-length';
import { timeWords, type TimeWords } from '../../../i18n/typed-time';

export { onlyTime } from '../../../i18n/typed-alarm';

/** The words of a language for the reader. */
export function wordsOf(intl: IntlShape): TimeWords {
  return timeWords(intl.locale, lengthWords(intl));
}
