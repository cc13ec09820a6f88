// Several of a few values, such as days of the week: circles in rows, of which each can be pressed on or off.
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { choiceFace, ChoiceInput, ChoiceLabel } from '../../components/forms/choice-input';
import { color, radius, space } from '../../styles/theme';
import { useIntl } from 'react-intl';
import { weekdays, type Weekday } from '../../model/types';
import { dayButtons, weekOf } from '../../i18n/weekdays';
import { useWeekStart } from '../../settings/week-start';
import { Unseen } from '../../components/page/texts';

interface CircleChoicesProps<Value> {
  /** For screen readers. */
  readonly legend: string;
  readonly options: readonly {
    readonly value: Value;
    readonly text: ReactNode;
    /** For screen readers. */
    readonly name: string;
    /** Over the rest of its row. */
    readonly isWide?: boolean;
  }[];
  readonly columns: 5 | 7;
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

export function CircleChoices<Value extends string | number>({
  legend,
  options,
  columns,
  chosen,
  onChange,
}: CircleChoicesProps<Value>) {
  return (
    <fieldset>
      <Unseen as="legend">{legend}</Unseen>
      <Rows $columns={columns}>
        {options.map(({ value, text, name, isWide = false }) => (
          <Choice key={value} $wide={isWide}>
            <ChoiceInput
              type="checkbox"
              aria-label={name}
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                const others = chosen.filter((other) => other !== value);
                onChange(target.checked ? [...others, value] : others);
              }}
            />
            <Face aria-hidden>{text}</Face>
          </Choice>
        ))}
      </Rows>
    </fieldset>
  );
}

interface WeekdayChoicesProps {
  readonly chosen: readonly Weekday[];
  readonly onChange: (chosen: readonly Weekday[]) => void;
}

/** The days of the week, in the order of the reader's. */
export function WeekdayChoices({ chosen, onChange }: WeekdayChoicesProps) {
  const intl = useIntl();
  const week = weekOf(intl.locale, useWeekStart());
  return (
    <CircleChoices
      legend={intl.formatMessage({ id: 'alarm.days' })}
      columns={7}
      options={dayButtons(intl, week).map(({ day, ...texts }) => ({ value: day, ...texts }))}
      chosen={chosen}
      onChange={(days) => {
        onChange(weekdays.filter((day) => days.includes(day)));
      }}
    />
  );
}

const Rows = styled.div<{ readonly $columns: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $columns }) => $columns}, minmax(0, 1fr));
  gap: ${space[4]};
`;

const Choice = styled(ChoiceLabel)<{ readonly $wide: boolean }>`
  ${({ $wide }) => $wide && 'grid-column-end: -1; grid-column-start: 4;'}
`;

const Face = styled.span`
  ${choiceFace}
  border-radius: ${radius.full};
  color: ${color.inkSoft};

  ${ChoiceInput}:checked + & {
    border-color: ${color.controlLine};
    color: ${color.ink};
  }
`;
