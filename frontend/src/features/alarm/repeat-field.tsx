// How often an alarm rings: common rules in one tap, the days of the week below, and any other rhythm.
import type { FormikErrors } from 'formik';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ChoiceField } from '../../components/forms/choice-field';
import { TextField } from '../../components/forms/field';
import { repeatNames } from '../../i18n/rule-text';
import { daysOf, ruleOf } from '../../i18n/weekdays';
import type { AlarmFields } from './alarm-schema';
import { WeekdayChoices } from './circle-choices';
import { Column } from '../../components/page/column';

type RepeatValues = Pick<AlarmFields, 'repeat' | 'days' | 'date'>;

interface RepeatFieldProps {
  readonly values: RepeatValues;
  readonly errors: FormikErrors<RepeatValues>;
  /** The first day that can be chosen. */
  readonly today: string;
  readonly onChange: (changes: Partial<RepeatValues>) => void;
  /** Whether the date is chosen elsewhere. */
  readonly withoutDate?: boolean;
  /** The editor of other rhythms, and what begins it; without one there is no such choice. */
  readonly other?: { readonly editor: ReactNode; readonly onBegin: () => void };
}

const inOneTap = ['daily', 'weekday', 'weekend', 'once'] as const;
const withOther = [...inOneTap, 'rule'] as const;

export function RepeatField({
  values,
  errors,
  today,
  onChange,
  withoutDate = false,
  other,
}: RepeatFieldProps) {
  const { formatMessage } = useIntl();
  const choices = other === undefined ? inOneTap : withOther;
  return (
    <Column $gap={8}>
      <ChoiceField
        legend={formatMessage({ id: 'alarm.repeat' })}
        name="repeat"
        value={values.repeat}
        options={choices.map((value) => ({
          value,
          text: formatMessage({ id: repeatNames[value] }),
        }))}
        onChoose={(repeat) => {
          if (repeat === 'rule') other?.onBegin();
          else onChange({ repeat, days: [] });
        }}
      />
      {values.repeat === 'rule' ? (
        other?.editor
      ) : (
        <WeekdayChoices
          chosen={daysOf(values.repeat, values.days)}
          onChange={(days) => {
            onChange(ruleOf(days));
          }}
        />
      )}
      {values.repeat === 'once' && !withoutDate && (
        <TextField
          type="date"
          label={formatMessage({ id: 'alarm.date' })}
          name="date"
          min={today}
          value={values.date}
          onChange={({ target }) => {
            onChange({ date: target.value });
          }}
          error={errors.date}
        />
      )}
    </Column>
  );
}
