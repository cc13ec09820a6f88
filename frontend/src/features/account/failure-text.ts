// Explains a failure of the account's requests, and which field caused it.
import type { IntlShape } from 'react-intl';
import { ProblemError } from '../../api/problem-error';
import { lengthInPhrase } from '../../i18n/duration-text';

export type CredentialsField = 'username' | 'password';

/** What happened and what to do. */
export function failureText(intl: IntlShape, failure: unknown): string {
  const { formatMessage } = intl;
  if (!(failure instanceof ProblemError)) return formatMessage({ id: 'account.unreachable' });
  switch (failure.status) {
    case 401:
      return formatMessage({ id: 'account.wrongPair' });
    case 403:
      return formatMessage({ id: 'account.registrationClosed' });
    case 409:
      return formatMessage({ id: isFull(failure) ? 'account.full' : 'account.usernameTaken' });
    case 422:
      return formatMessage({
        id: 'username' in failure.errors ? 'account.usernameRefused' : 'account.passwordTooEasy',
      });
    case 429: {
      const seconds = Math.max(1, Math.ceil((failure.retryAfterMs ?? 0) / 1000));
      return formatMessage({ id: 'account.tooMany' }, { duration: lengthInPhrase(intl, seconds) });
    }
    default:
      return formatMessage({ id: 'account.unreachable' });
  }
}

/** The field that the server refused; null if the failure is not about a field. */
export function refusedField(failure: unknown): CredentialsField | null {
  if (!(failure instanceof ProblemError)) return null;
  const { status, errors } = failure;
  if (isFull(failure)) return null;
  if (status === 409 || (status === 422 && 'username' in errors)) return 'username';
  return status === 401 || status === 422 ? 'password' : null;
}

/** Whether the account has no room for the alarms and timers that were to be brought. */
function isFull({ problem }: ProblemError): boolean {
  return problem?.type === '/problems/full';
}
