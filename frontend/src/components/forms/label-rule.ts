// The validation of labels, which is the same as the server's.
import type { IntlShape } from 'react-intl';
import { string } from 'yup';

/** The longest label in Unicode code points; an emoji of two UTF-16 code units counts as one. */
export const labelLimit = 100;

/** The validation, with messages in the reader's language. */
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
