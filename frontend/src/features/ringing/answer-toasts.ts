// Says what Stop and Snooze did, with the way back: a palm on the red screen stops an alarm, too.
import { skipNextRing, snoozeAlarm } from '../../rows/alarms';
import { startTimer } from '../../rows/timers';
import type { ToastContent } from '../../components/dialogs/toast-region';
import type { Toasts } from '../../components/dialogs/toasts';
import type { IntlShape } from 'react-intl';
import type { VisitorClock } from '../../i18n/clock-time';
import type { AlarmOccurrence, Occurrence, TimerOccurrence } from '../../rings/occurrence';
import { synchronisedNow } from '../../time/synchronised-time';
import { snoozeRing } from '../../ringing/store';
import { visitorZone } from '../../time/visitor-zone';
import { minuteMs } from '../../model/time-of-day';

interface ToastTools {
  readonly intl: IntlShape;
  readonly clock: VisitorClock;
  readonly toasts: Toasts;
}

/** `Alarm stopped`, with a snooze instead, or for a timer its repetition; several with their names, and no way back. */
export function showStopped(rings: readonly Occurrence[], tools: ToastTools): void {
  const [ring, ...others] = rings;
  if (ring === undefined) return;
  const { intl, toasts } = tools;
  if (others.length > 0) {
    const names = rings.map((one) => nameOf(intl, one));
    const title = intl.formatMessage({ id: 'ringing.allStopped' });
    toasts.show({ title, text: intl.formatList(names), lasts: 'long' });
    return;
  }
  const isAlarm = ring.kind === 'alarm';
  toasts.show({
    title: intl.formatMessage({ id: isAlarm ? 'ringing.stopped' : 'ringing.timerStopped' }),
    ...(ring.label !== null && { text: ring.label }),
    lasts: 'long',
    action: isAlarm ? snoozeInstead(ring, tools) : repetition(ring, tools),
  });
}

/** `Rings again at 03:50`, with the end of the snooze; of several, all names and their times. */
export function showSnoozed(rings: readonly AlarmOccurrence[], tools: ToastTools): void {
  const { intl, clock, toasts } = tools;
  const [ring, ...others] = rings;
  if (ring === undefined) return;
  const names = rings.map((one) => `${nameOf(intl, one)} ${snoozeEnd(clock, one.snoozeMinutes)}`);
  const text = others.length > 0 ? intl.formatList(names) : ring.label;
  toasts.show({
    title: snoozedText(intl, clock, rings),
    ...(text !== null && { text }),
    lasts: 'long',
    action: {
      text: intl.formatMessage({ id: 'alarm.endSnooze' }),
      run: () => {
        Promise.all(rings.map(({ id }) => skipNextRing(id))).catch(() => {
          toasts.showFailure(
            intl.formatMessage({ id: 'alarm.errorTitle' }),
            intl.formatMessage({ id: 'alarm.errorText' }),
          );
        });
      },
    },
  });
}

type Action = NonNullable<ToastContent['action']>;

function snoozeInstead(ring: AlarmOccurrence, tools: ToastTools): Action {
  return {
    text: tools.intl.formatMessage({ id: 'ringing.snooze' }, { minutes: ring.snoozeMinutes }),
    run: () => void snoozeAfterStop(ring, tools),
  };
}

function repetition({ id }: TimerOccurrence, { intl, toasts }: ToastTools): Action {
  return {
    text: intl.formatMessage({ id: 'ringing.repeat' }),
    run: () => {
      startTimer(id).catch(() => {
        toasts.showFailure(
          intl.formatMessage({ id: 'ringing.runOnFailedTitle' }),
          intl.formatMessage({ id: 'ringing.runOnFailedText' }),
        );
      });
    },
  };
}

/** The server's first answer to a ring stands, so the alarm itself is snoozed; without the server, in this browser. */
async function snoozeAfterStop(ring: AlarmOccurrence, tools: ToastTools): Promise<void> {
  const { intl, clock, toasts } = tools;
  try {
    await snoozeAlarm(ring.id);
    showSnoozed([ring], tools);
  } catch {
    snoozeRing(ring, synchronisedNow());
    toasts.showFailure(
      snoozedText(intl, clock, [ring]),
      intl.formatMessage({ id: 'ringing.snoozeFailedText' }),
    );
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
