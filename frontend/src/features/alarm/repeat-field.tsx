// How often an alarm rings: common rules in one tap, and the days of the week below.
import type { FormikErrors } from 'formik';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Weekday } from '../../model/types';
import { ChoiceField } from '../../components/forms/choice-field';
import { choiceFace, ChoiceLabel, ChoiceInput } from '../../components/forms/choice-input';
import { TextField } from '../../components/forms/field';
import { repeatNames } from '../../i18n/rule-text';
import { useWeekStart } from '../../settings/week-start';
import { dayButtons, daysOf, ruleOf, weekOf } from '../../i18n/weekdays';
import { visuallyHidden } from '../../styles/hidden';
import { color, radius, space } from '../../styles/theme';
import type { AlarmFields } from './alarm-schema';

export type RepeatValues = Pick<AlarmFields, 'repeat' | 'days' | 'date'>;

interface RepeatFieldProps {
  readonly values: RepeatValues;
  readonly errors: FormikErrors<RepeatValues>;
  /** The first day that can be chosen. */
  readonly today: string;
  readonly onChange: (changes: Partial<RepeatValues>) => void;
  /** Whether the date is chosen elsewhere. */
  readonly withoutDate?: boolean;
}

const inOneTap = ['daily', 'weekday', 'weekend', 'once'] as const;

export function RepeatField({
  values,
  errors,
  today,
  onChange,
  withoutDate = false,
}: RepeatFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <Parts>
      <ChoiceField
        legend={formatMessage({ id: 'alarm.repeat' })}
        name="repeat"
        value={values.repeat}
        options={inOneTap.map((value) => ({
          value,
          text: formatMessage({ id: repeatNames[value] }),
        }))}
        onChange={({ target }) => {
          const repeat = inOneTap.find((one) => one === target.value);
          if (repeat !== undefined) onChange({ repeat, days: [] });
        }}
      />
      <Days
        chosen={daysOf(values.repeat, values.days)}
        onChange={(days) => {
          onChange(ruleOf(days));
        }}
      />
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
    </Parts>
  );
}

interface DaysProps {
  readonly chosen: readonly Weekday[];
  readonly onChange: (days: readonly Weekday[]) => void;
}

function Days({ chosen, onChange }: DaysProps) {
  const intl = useIntl();
  const weekStart = useWeekStart();
  return (
    <fieldset>
      <Legend>{intl.formatMessage({ id: 'alarm.days' })}</Legend>
      <Row>
        {dayButtons(intl, weekOf(intl.locale, weekStart)).map(({ day, text, name }) => (
          <ChoiceLabel key={day}>
            <ChoiceInput
              type="checkbox"
              aria-label={name}
              checked={chosen.includes(day)}
              onChange={({ target }) => {
                const others = chosen.filter((other) => other !== day);
                onChange(target.checked ? [...others, day] : others);
              }}
            />
            <DayFace aria-hidden>{text}</DayFace>
          </ChoiceLabel>
        ))}
      </Row>
    </fieldset>
  );
}

const Parts = styled.div`
  display: grid;
  gap: ${space[8]};
`;

const Legend = styled.legend`
  ${visuallyHidden}
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(7, minmax(0, 1fr));
  gap: ${space[4]};
`;

const DayFace = styled.span`
  ${choiceFace}
  border-radius: ${radius.full};
  color: ${color.inkSoft};

  ${ChoiceInput}:checked + & {
    border-color: ${color.controlLine};
    color: ${color.ink};
  }
`;
