// Where a hidden page cannot ring, the first alarm or timer opens the dialog for notifications, and its toast says why.
import { createEmitter } from '../../browser/emitter';
import { suspendsHiddenTabs } from '../../push/push-support';
import { ringDeviceId } from '../../push/ring-device-id';
import type { MessageId } from '../../i18n/messages';

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
