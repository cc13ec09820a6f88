// When the alarm that is being set would ring: as computed by this page at once, and by the server when nothing was
// changed for a moment.
import { useIntl } from 'react-intl';
import useSWR from 'swr';
import { previewAlarm } from '../../rows/alarms';
import { ProblemError } from '../../api/problem-error';
import type { AlarmRule, Instant } from '../../model/types';
import { nextTriggerHere } from '../../offline/days-off';
import { useSecond } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { ringText } from './ring-text';
import { useStill } from '../../time/use-still';
import { minuteMs } from '../../model/time-of-day';

/** The server is asked when the rule has not changed for this long: a hand that is turned would ask at every step. */
const askAfterMs = 250;

/** Shows nothing while the time is incomplete. */
export function RingPreview(asked: AlarmRule) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const now = useSecond();
  const minute = now === null ? null : Math.floor(now / minuteMs);
  const rule = JSON.stringify(asked);
  const asking = useStill(rule, askAfterMs, rule);
  const { data, error } = useSWR<Preview, Error>(
    asked.time === '' || minute === null || asking !== rule
      ? null
      : ['alarm-preview', rule, minute],
    async () => ({ rule, instant: await previewAlarm(asked) }),
    // A result of the previous minute may belong to another rule.
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  );
  if (isOver(error)) return formatMessage({ id: 'alarm.dateOver' });
  if (now === null || asked.time === '' || error !== undefined) return nothing;
  const ring = data?.rule === rule ? instantOf(data) : nextTriggerHere(asked, now);
  if (ring === null) return nothing;
  return ringText(intl, clock, ring, now, visitorZone());
}

/** Whether the time on the chosen date has passed. */
function isOver(error: Error | undefined): boolean {
  return error instanceof ProblemError && error.errors.date !== undefined;
}

interface Preview {
  readonly rule: string;
  readonly instant: Instant | null;
}

function instantOf({ instant }: Preview): number | null {
  return instant === null ? null : Date.parse(instant);
}

/** Keeps the line's height. */
const nothing = '\u00a0';
