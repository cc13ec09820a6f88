// Text of a visitor, such as the name of a file, within a sentence that is a plain string.
import type { IntlShape } from 'react-intl';

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** In a sentence from right to left, `2027 trip` would otherwise be shown as `trip 2027`. */
export function isolatedText({ locale }: Pick<IntlShape, 'locale'>, text: string): string {
  return locale === 'ar' ? `${firstStrongIsolate}${text}${popIsolate}` : text;
}
