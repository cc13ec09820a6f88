// Explains why a row was not stored or changed.
import type { IntlShape } from 'react-intl';
import { ProblemError } from '../../api/problem-error';
import type { MessageId } from '../../i18n/messages';

/** What the reader can do about it, if that is known; otherwise the tool's own text. */
export function writeFailureText(
  { formatMessage }: IntlShape,
  failure: unknown,
  otherwise: MessageId,
): string {
  const isFull = failure instanceof ProblemError && failure.problem?.type === '/problems/full';
  return formatMessage({ id: isFull ? 'list.full' : otherwise });
}
