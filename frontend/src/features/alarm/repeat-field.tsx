// How often an alarm rings: common rules in one tap, the days of the week below, as circles that are pressed on or off,
// and any other rhythm; and when the alarm of a form would ring next.
import type { FormikErrors } from 'formik';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import useSWR from 'swr';
import {
  ChoiceField,
  choiceFace,
  ChoiceInput,
  ChoiceLabel,
} from '../../components/forms/choice-field';
import { TextField } from '../../components/forms/field';
import { repeatNames } from '../../i18n/rule-text';
import { daysOf, ruleOf, dayButtons, weekOf } from '../../i18n/weekdays';
import type { AlarmFields } from './alarm-form';
import { Column } from '../../components/page/page-column';
import { color, radius, space } from '../../styles/theme';
import { weekdays, type Weekday, type AlarmRule, type Instant } from '../../model/types';
import { useWeekStart } from '../../settings/choices';
import { Unseen } from '../../components/page/texts';
import { DottedParts } from '../../components/page/dotted-parts';
import { previewAlarm } from '../../rows/alarms';
import { ProblemError } from '../../api/problem-error';
import { nextTriggerHere } from '../../offline/days-off';
import { synchronisedNow, useSecond } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { useVisitorClock } from '../../i18n/clock-time';
import { useForeignZone } from './foreign-zone';
import { ringText } from './ring-text';
import { useDebounced } from '../../time/use-debounced';
import { dayMs } from '../../model/time-of-day';

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

/** Several of a few values, such as days of the week: circles in rows, of which each can be pressed on or off. */
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

/** The server is asked when the rule has not changed for this long: a hand that is turned would ask at every step. */
const askAfterMs = 250;

/** The zone of the time above it, unless that is the visitor's, and when the alarm would ring, by the visitor's clock. */
export function RingPreview(asked: AlarmRule) {
  const foreign = useForeignZone(asked.timezone);
  const ring = useRingText(asked);
  if (foreign === null || asked.time === '') return ring;
  return (
    <>
      <OfAlarm>{foreign.ofAlarm}</OfAlarm>
      {ring === nothing ? ring : <DottedParts parts={[ring, foreign.ofVisitor]} />}
    </>
  );
}

/** Blank while the time is incomplete. */
function useRingText(asked: AlarmRule): string {
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const now = useSecond();
  const rule = JSON.stringify(asked);
  const asking = useDebounced(rule, askAfterMs, rule);
  const { data, error } = useSWR<Preview, Error>(
    asked.time === '' || now === null || asking !== rule ? null : ['alarm-preview', rule],
    async () => ({ rule, instant: await previewAlarm(asked) }),
    {
      keepPreviousData: true,
      shouldRetryOnError: false,
      revalidateOnFocus: false,
      refreshInterval: untilOver,
    },
  );
  if (isOver(error)) return formatMessage({ id: 'alarm.dateOver' });
  if (now === null || asked.time === '' || error !== undefined) return nothing;
  const isPresent = data?.rule === rule && (instantOf(data) ?? now) >= now;
  const ring = isPresent ? instantOf(data) : nextTriggerHere(asked, now);
  if (ring === null) return nothing;
  return ringText(intl, clock, ring, now, visitorZone());
}

/** Whether the time on the chosen date has passed. */
function isOver(error: Error | undefined): boolean {
  return error instanceof ProblemError && error.errors.date !== undefined;
}

/** How long an answer holds, in milliseconds: until the alarm would have rung, but no longer than a timeout can be. */
function untilOver(answer: Preview | undefined): number {
  const ring = answer === undefined ? null : instantOf(answer);
  // Zero stands for ever.
  return ring === null ? 0 : Math.min(Math.max(ring - synchronisedNow(), 1_000), dayMs);
}

interface Preview {
  readonly rule: string;
  readonly instant: Instant | null;
}

function instantOf({ instant }: Preview): number | null {
  return instant === null ? null : Date.parse(instant);
}

const OfAlarm = styled.span`
  display: block;
`;

/** Keeps the line's height. */
const nothing = '\u00a0';

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
