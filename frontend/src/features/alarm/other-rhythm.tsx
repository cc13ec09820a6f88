// Any other rhythm in the alarm dialog: the editor of its rule, or what is known of a rule that only a newer version of
// the site can edit.
import { useIntl } from 'react-intl';
import { SmallPrint } from '../../components/page/texts';
import { weekdays, type Day, type Weekday } from '../../model/types';
import { lazyComponent } from '../../loading/lazy-component';
import { recurrenceOf, ruleOfRecurrence } from '../../model/recurrence';
import { weekdayIndex, dayNumber } from '../../model/calendar-day';
import type { AlarmFields } from './alarm-schema';

const RuleEditor = lazyComponent(
  async () => (await import(/* webpackChunkName: "rule-editor" */ './rule-editor')).RuleEditor,
);

type RuleFields = Pick<AlarmFields, 'rule' | 'from'>;

interface OtherRhythmProps {
  readonly values: AlarmFields;
  readonly today: Day;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<RuleFields>) => void;
}

export function OtherRhythm({ values, today, error, onChange }: OtherRhythmProps) {
  const { formatMessage } = useIntl();
  const { rule, from, time, timezone, daysOff } = values;
  const recurrence = recurrenceOf(rule);
  if (recurrence === null || from === '') {
    return <SmallPrint>{formatMessage({ id: 'rule.unknown' })}</SmallPrint>;
  }
  const alarm = { time, timezone, daysOff };
  return <RuleEditor {...{ recurrence, from, today, error, onChange }} {...alarm} />;
}

/** Every second week on the days that were chosen before, or on today's. */
export function otherRhythm(
  { days }: { readonly days: readonly Weekday[] },
  today: Day,
): RuleFields {
  const index = weekdayIndex(dayNumber(today) ?? 0);
  return {
    rule: ruleOfRecurrence({
      frequency: 'WEEKLY',
      interval: 2,
      days: days.length > 0 ? days : weekdays.slice(index, index + 1),
      nthDays: [],
      monthDays: [],
      until: null,
    }),
    from: today,
  };
}
