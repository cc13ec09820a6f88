// What a form says after it has saved an alarm or a timer, or could not; and the request for notifications after the
// first one where a hidden page cannot ring.
import type { IntlShape } from 'react-intl';
import { createEmitter } from '../../browser/emitter';
import { suspendsHiddenTabs, ringDeviceId } from '../../push/push-support';
import type { MessageId } from '../../i18n/messages';
import { ProblemError } from '../../api/problem-error';

const listeners = createEmitter();

/** What a new alarm or timer is announced with: `text`, or that it rings only on a page that is shown. */
export function createdText(text: MessageId): MessageId {
  return ringsOnlyWhenShown() ? 'push.suspends' : text;
}

/** Call when a person has created an alarm or a timer. */
export function rowCreated(): void {
  if (ringsOnlyWhenShown()) listeners.emit();
}

/** Calls back for each alarm and timer that is created while only a page that is shown can ring. */
export const onRowThatNeedsNotifications = listeners.subscribe;

function ringsOnlyWhenShown(): boolean {
  return suspendsHiddenTabs() && ringDeviceId.read() === null;
}

/** What the reader can do about it, if that is known; otherwise the tool's own text. */
export function writeFailureText(
  { formatMessage }: IntlShape,
  failure: unknown,
  otherwise: MessageId,
): string {
  const isFull = failure instanceof ProblemError && failure.problem?.type === '/problems/full';
  return formatMessage({ id: isFull ? 'list.full' : otherwise });
}
