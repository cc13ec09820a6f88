// Says what Stop and Snooze did, with the way back: a palm on the red screen stops an alarm, too.
import { skipNextRing, snoozeAlarm } from '../../rows/alarms';
import { startTimer } from '../../rows/timers';
import type { ToastContent } from '../../components/dialogs/toast-region';
import { useToasts } from '../../components/dialogs/toasts';
import { useIntl, type IntlShape } from 'react-intl';
import { useVisitorClock, type VisitorClock } from '../../i18n/clock-time';
import type { AlarmOccurrence, Occurrence, TimerOccurrence } from '../../rings/occurrence';
import { synchronisedNow } from '../../time/synchronised-time';
import { snoozeRing } from '../../ringing/store';
import { visitorZone } from '../../time/visitor-zone';
import { minuteMs } from '../../model/time-of-day';

type Action = NonNullable<ToastContent['action']>;

export function useAnswerToasts() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const { show, showFailure } = useToasts();
  return { showStopped, showSnoozed };

  /** `Alarm stopped`, with a snooze instead, or for a timer its repetition; several with their names, and no way back. */
  function showStopped(rings: readonly Occurrence[]): void {
    const [ring, ...others] = rings;
    if (ring === undefined) return;
    if (others.length > 0) {
      const names = rings.map((one) => nameOf(intl, one));
      const title = formatMessage({ id: 'ringing.allStopped' });
      show({ title, text: intl.formatList(names), lasts: 'long' });
      return;
    }
    const isAlarm = ring.kind === 'alarm';
    show({
      title: formatMessage({ id: isAlarm ? 'ringing.stopped' : 'ringing.timerStopped' }),
      ...(ring.label !== null && { text: ring.label }),
      lasts: 'long',
      action: isAlarm ? snoozeInstead(ring) : repetition(ring),
    });
  }

  /** `Rings again at 03:50`, with the end of the snooze; of several, all names and their times. */
  function showSnoozed(rings: readonly AlarmOccurrence[]): void {
    const [ring, ...others] = rings;
    if (ring === undefined) return;
    const names = rings.map((one) => `${nameOf(intl, one)} ${snoozeEnd(clock, one.snoozeMinutes)}`);
    const text = others.length > 0 ? intl.formatList(names) : ring.label;
    show({
      title: snoozedText(intl, clock, rings),
      ...(text !== null && { text }),
      lasts: 'long',
      action: {
        text: formatMessage({ id: 'alarm.endSnooze' }),
        run: () => {
          Promise.all(rings.map(({ id }) => skipNextRing(id))).catch(() => {
            showFailure(
              formatMessage({ id: 'alarm.errorTitle' }),
              formatMessage({ id: 'alarm.errorText' }),
            );
          });
        },
      },
    });
  }

  function snoozeInstead(ring: AlarmOccurrence): Action {
    return {
      text: formatMessage({ id: 'ringing.snooze' }, { minutes: ring.snoozeMinutes }),
      run: () => {
        // The server's first answer to a ring stands, so the alarm itself is snoozed; without the server, in this browser.
        snoozeAlarm(ring.id).then(
          () => {
            showSnoozed([ring]);
          },
          () => {
            snoozeRing(ring, synchronisedNow());
            showFailure(
              snoozedText(intl, clock, [ring]),
              formatMessage({ id: 'ringing.snoozeFailedText' }),
            );
          },
        );
      },
    };
  }

  function repetition({ id }: TimerOccurrence): Action {
    return {
      text: formatMessage({ id: 'ringing.repeat' }),
      run: () => {
        startTimer(id).catch(() => {
          showFailure(
            formatMessage({ id: 'ringing.runOnFailedTitle' }),
            formatMessage({ id: 'ringing.runOnFailedText' }),
          );
        });
      },
    };
  }
}

/** The label of what rings, or else what it is. */
export function nameOf(intl: IntlShape, { kind, label }: Occurrence): string {
  return label ?? intl.formatMessage({ id: kind === 'alarm' ? 'ringing.alarm' : 'ringing.timer' });
}

/** `Rings again at 03:50`, if these are snoozed now: when the first of them rings. */
export function snoozedText(
  intl: IntlShape,
  clock: VisitorClock,
  rings: readonly AlarmOccurrence[],
): string {
  const first = Math.min(...rings.map(({ snoozeMinutes }) => snoozeMinutes));
  return intl.formatMessage({ id: 'ringing.snoozed' }, { time: snoozeEnd(clock, first) });
}

/** The time of day at which a snooze of some minutes ends, if it begins now. */
function snoozeEnd(clock: VisitorClock, minutes: number): string {
  return clock.text(synchronisedNow() + minutes * minuteMs, visitorZone());
}
