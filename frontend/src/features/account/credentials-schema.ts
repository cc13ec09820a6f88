// Validation of names and passwords, with the server's rules.
import type { IntlShape } from 'react-intl';
import { object, string, type InferType } from 'yup';

export const usernameLimits = { min: 3, max: 64 } as const;
export const passwordMin = 6;
/** In bytes of UTF-8, because hashing time grows with the length. */
const passwordMaxBytes = 512;

/** The rules, with messages in the reader's language. */
export function credentialsSchema({ formatMessage }: IntlShape) {
  return object({
    username: string()
      .default('')
      .test(
        'long enough',
        formatMessage({ id: 'account.usernameTooShort' }, usernameLimits),
        (name) => characters(name.trim()) >= usernameLimits.min,
      )
      .test(
        'short enough',
        formatMessage({ id: 'account.usernameTooLong' }, usernameLimits),
        (name) => characters(name.trim()) <= usernameLimits.max,
      ),
    password: newPassword(formatMessage),
  });
}

export function passwordSchema({ formatMessage }: IntlShape) {
  return object({
    present: string().default(''),
    next: newPassword(formatMessage),
  });
}

function newPassword(formatMessage: IntlShape['formatMessage']) {
  return string()
    .default('')
    .test(
      'long enough',
      formatMessage({ id: 'account.passwordTooShort' }, { min: passwordMin }),
      (password) => scalarValues(password) >= passwordMin,
    )
    .test(
      'short enough',
      formatMessage({ id: 'account.passwordTooLong' }),
      (password) => new TextEncoder().encode(password.normalize('NFC')).length <= passwordMaxBytes,
    );
}

export type CredentialsFields = InferType<ReturnType<typeof credentialsSchema>>;

/** Counted as the server does: without the joiners that some languages need. */
function characters(name: string): number {
  return scalarValues(name.replaceAll(/\p{Join_Control}/gu, ''));
}

function scalarValues(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}
