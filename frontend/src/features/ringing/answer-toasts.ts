// Says what Stop and Snooze did, with the way back: a palm on the red screen stops an alarm, too.
import { skipNextRing, snoozeAlarm } from '../../rows/alarms';
import { startTimer } from '../../rows/timers';
import type { ToastContent } from '../../components/dialogs/toast-region';
import type { Toasts } from '../../components/dialogs/toasts';
import type { IntlShape } from 'react-intl';
import type { VisitorClock } from '../../i18n/visitor-clock';
import type { AlarmOccurrence, Occurrence } from '../../rings/occurrence';
import { synchronisedNow } from '../../time/synchronised-time';
import { snoozeRing } from '../../services/ring-store';
import { snoozedText } from './ring-words';

interface ToastTools {
  readonly intl: IntlShape;
  readonly clock: VisitorClock;
  readonly toasts: Toasts;
}

/** `Alarm stopped`, with a snooze instead, or for a timer its repetition; without a way back for several rings. */
export function showStopped(rings: readonly Occurrence[], tools: ToastTools): void {
  const [ring, ...others] = rings;
  if (ring === undefined) return;
  const { intl, toasts } = tools;
  toasts.show({
    title: intl.formatMessage({
      id: ring.kind === 'alarm' ? 'ringing.stopped' : 'ringing.timerStopped',
    }),
    ...named(ring),
    lasts: 'long',
    ...(others.length === 0 && {
      action:
        ring.kind === 'alarm'
          ? {
              text: intl.formatMessage({ id: 'ringing.snooze' }, { minutes: ring.snoozeMinutes }),
              run: () => void snoozeAfterStop(ring, tools),
            }
          : {
              text: intl.formatMessage({ id: 'ringing.repeat' }),
              run: () => {
                startTimer(ring.id).catch(() => {
                  toasts.show({
                    title: intl.formatMessage({ id: 'ringing.runOnFailedTitle' }),
                    text: intl.formatMessage({ id: 'ringing.runOnFailedText' }),
                    tone: 'destructive',
                  });
                });
              },
            },
    }),
  });
}

/** `Rings again at 03:50`, with the end of the snooze. */
export function showSnoozed(ring: AlarmOccurrence, { intl, clock, toasts }: ToastTools): void {
  toasts.show({
    title: snoozedText(intl, clock, ring),
    ...named(ring),
    lasts: 'long',
    action: {
      text: intl.formatMessage({ id: 'alarm.endSnooze' }),
      run: () => {
        skipNextRing(ring.id).catch(() => {
          toasts.show({
            title: intl.formatMessage({ id: 'alarm.errorTitle' }),
            text: intl.formatMessage({ id: 'alarm.errorText' }),
            tone: 'destructive',
          });
        });
      },
    },
  });
}

/** The server's first answer to a ring stands, so the alarm itself is snoozed; without the server, in this browser. */
async function snoozeAfterStop(ring: AlarmOccurrence, tools: ToastTools): Promise<void> {
  const { intl, clock, toasts } = tools;
  try {
    await snoozeAlarm(ring.id);
    showSnoozed(ring, tools);
  } catch {
    snoozeRing(ring, synchronisedNow());
    toasts.showFailure(
      snoozedText(intl, clock, ring),
      intl.formatMessage({ id: 'ringing.snoozeFailedText' }),
    );
  }
}

function named({ label }: Occurrence): Pick<ToastContent, 'text'> {
  return label === null ? {} : { text: label };
}
