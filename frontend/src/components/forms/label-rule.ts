// What a label may be; the server has the same rule.
import type { IntlShape } from 'react-intl';
import { string } from 'yup';

/** Longest label, in characters of Unicode, of which an emoji of two halves is one. */
export const labelLimit = 100;

/** The rule, with its message in the reader's language. */
export function labelRule({ formatMessage }: IntlShape) {
  return string()
    .trim()
    .default('')
    .test(
      'short enough',
      formatMessage({ id: 'field.labelTooLong' }, { max: labelLimit }),
      (label) => Array.from(label).length <= labelLimit,
    );
}
