// When the alarm in the form would ring, as computed by the server.
import { FormattedMessage, useIntl } from 'react-intl';
import useSWR from 'swr';
import { previewAlarm } from '../../rows/alarms';
import { ProblemError } from '../../api/problem-error';
import type { AlarmRule, Instant } from '../../model/types';
import { useSecond } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { ringText } from './ring-text';

/** Shows nothing while the time is incomplete, or until the server has answered. */
export function RingPreview({ time, repeat, days, date, timezone, pausedUntil }: AlarmRule) {
  const intl = useIntl();
  const clock = useVisitorClock();
  const now = useSecond();
  const minute = now === null ? null : Math.floor(now / minuteMs);
  const asked = { time, repeat, days, date, timezone, pausedUntil };
  const rule = JSON.stringify(asked);
  const { data, error } = useSWR<Preview, Error>(
    time === '' || minute === null ? null : ['alarm-preview', rule, minute],
    async () => ({ rule, instant: await previewAlarm(asked) }),
    // A result of the previous minute may belong to another rule.
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  );
  if (isOver(error)) return <FormattedMessage id="alarm.dateOver" />;
  const instant = error === undefined && data?.rule === rule ? data.instant : null;
  if (now === null || instant === null) return nothing;
  return ringText(intl, clock, Date.parse(instant), now, visitorZone());
}

/** Whether the time on the chosen date has passed. */
function isOver(error: Error | undefined): boolean {
  return error instanceof ProblemError && error.errors.date !== undefined;
}

interface Preview {
  readonly rule: string;
  readonly instant: Instant | null;
}

const minuteMs = 60_000;

/** Keeps the line's height. */
const nothing = '\u00a0';
