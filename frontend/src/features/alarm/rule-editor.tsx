// A recurrence rule: every how many days, weeks, months or years, on which days, from when until when; in words, and
// with its next rings.
import { useState, useId } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { weekdays, type Day, type Weekday } from '../../model/types';
import { ChoiceField } from '../../components/forms/choice-field';
import { NumberField, SelectField, TextField } from '../../components/forms/field';
import { lineStart } from '../../i18n/long-date-text';
import type { MessageId } from '../../i18n/messages';
import { recurrenceText } from '../../i18n/rule-text';
import { useWeekStart } from '../../settings/choices';
import { dateOfDay, dayNumber, weekdayIndex } from '../../model/calendar-day';
import {
  type Frequency,
  type NthDay,
  type Recurrence,
  frequencies,
  mostInterval,
  places,
  ruleOfRecurrence,
} from '../../model/recurrence';
import { space, color, size } from '../../styles/theme';
import { CircleChoices, WeekdayChoices } from './repeat-field';
import { useForeignZone } from './foreign-zone';
import { Column } from '../../components/page/page-column';
import { DottedParts } from '../../components/page/dotted-parts';
import { Wrong } from '../../components/page/texts';
import { nextTriggerHere } from '../../offline/days-off';
import { dayText } from '../../i18n/date-text';
import { isoDay } from '../../time/zone-offset';
import { useVisitorClock } from '../../i18n/clock-time';
import type { RingRule } from '../../rings/next-trigger';
import { smallText, tabularTime } from '../../styles/type';
import { useMinute } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';

interface RuleValues {
  readonly rule: string;
  readonly from: Day;
}

interface RuleEditorProps {
  readonly recurrence: Recurrence;
  readonly from: Day;
  readonly time: string;
  readonly timezone: string;
  /** The alarm's. */
  readonly daysOff: string;
  readonly today: Day;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<RuleValues>) => void;
}

const units: Record<Frequency, MessageId> = {
  DAILY: 'rule.unitDays',
  WEEKLY: 'rule.unitWeeks',
  MONTHLY: 'rule.unitMonths',
  YEARLY: 'rule.unitYears',
};

export function RuleEditor({
  recurrence,
  from,
  today,
  error,
  onChange,
  ...alarm
}: RuleEditorProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const weekStart = useWeekStart();
  const { frequency, interval, until } = recurrence;
  /** The interval as typed; empty while it is being replaced. */
  const [typed, setTyped] = useState(String(interval));
  const change = (changes: Partial<Recurrence>) => {
    onChange({ rule: ruleOfRecurrence({ ...recurrence, ...changes }) });
  };
  const words = recurrenceText(intl, recurrence, from, today, weekStart);
  return (
    <Column $gap={12}>
      <Pair>
        <NumberField
          label={formatMessage({ id: 'rule.every' })}
          min={1}
          max={mostInterval}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            const number = Number(target.value);
            if (Number.isInteger(number) && number >= 1 && number <= mostInterval) {
              change({ interval: number });
            }
          }}
          onBlur={() => {
            setTyped(String(interval));
          }}
        />
        <SelectField
          label={formatMessage({ id: 'rule.unit' })}
          value={frequency}
          options={frequencies.map((value) => ({
            value,
            text: formatMessage({ id: units[value] }, { interval }),
          }))}
          onChange={({ target }) => {
            const chosen = frequencies.find((one) => one === target.value);
            if (chosen !== undefined) change(defaultDays(chosen, from));
          }}
        />
      </Pair>
      {frequency === 'WEEKLY' && (
        <WeekdayChoices
          chosen={recurrence.days}
          onChange={(days) => {
            if (days.length > 0) change({ days });
          }}
        />
      )}
      {frequency === 'MONTHLY' && (
        <MonthDays recurrence={recurrence} from={from} onChange={change} />
      )}
      <Pair>
        <TextField
          type="date"
          label={formatMessage({ id: 'rule.first' })}
          value={from}
          onChange={({ target }) => {
            if (target.value !== '') onChange({ from: target.value });
          }}
        />
        <TextField
          type="date"
          label={formatMessage({ id: 'rule.last' })}
          min={from}
          value={until ?? ''}
          onChange={({ target }) => {
            change({ until: target.value === '' ? null : target.value });
          }}
        />
      </Pair>
      <NextRings
        words={lineStart(words, intl.locale)}
        rule={ruleOfRecurrence(recurrence)}
        from={from}
        error={error}
        {...alarm}
      />
    </Column>
  );
}

interface MonthDaysProps {
  readonly recurrence: Recurrence;
  readonly from: Day;
  readonly onChange: (changes: Partial<Recurrence>) => void;
}

/** Days of the month by their dates, or by the place of a day of the week. */
function MonthDays({ recurrence, from, onChange }: MonthDaysProps) {
  const { formatMessage } = useIntl();
  const { nthDays, monthDays } = recurrence;
  const isByDate = nthDays.length === 0;
  const chosenPlaces = places.filter((place) => nthDays.some(({ nth }) => nth === place));
  const chosenDays = weekdays.filter((weekday) => nthDays.some(({ day }) => day === weekday));
  const changeNth = (nths: readonly number[], days: readonly Weekday[]) => {
    const all = nths.flatMap((nth) => days.map((day): NthDay => ({ nth, day })));
    if (all.length > 0) onChange({ nthDays: all });
  };
  return (
    <>
      <ChoiceField
        legend={formatMessage({ id: 'rule.by' })}
        name="by"
        value={isByDate ? 'date' : 'weekday'}
        options={[
          { value: 'date', text: formatMessage({ id: 'rule.byDate' }) },
          { value: 'weekday', text: formatMessage({ id: 'rule.byWeekday' }) },
        ]}
        onChoose={(by) => {
          onChange(by === 'date' ? defaultDays('MONTHLY', from) : defaultNthDays(from));
        }}
      />
      {isByDate ? (
        <CircleChoices
          legend={formatMessage({ id: 'rule.datesOf' })}
          columns={7}
          options={[
            ...dates.map((date) => ({ value: date, text: date, name: String(date) })),
            {
              value: -1,
              text: formatMessage({ id: 'rule.lastDayShort' }),
              name: formatMessage({ id: 'rule.lastDate' }),
              isWide: true,
            },
          ]}
          chosen={monthDays}
          onChange={(chosen) => {
            if (chosen.length > 0) onChange({ monthDays: chosen });
          }}
        />
      ) : (
        <>
          <CircleChoices
            legend={formatMessage({ id: 'rule.places' })}
            columns={5}
            options={places.map((nth) => {
              const text = formatMessage({ id: 'rule.place' }, { nth });
              return { value: nth, text, name: text };
            })}
            chosen={chosenPlaces}
            onChange={(nths) => {
              changeNth(nths, chosenDays);
            }}
          />
          <WeekdayChoices
            chosen={chosenDays}
            onChange={(days) => {
              changeNth(chosenPlaces, days);
            }}
          />
        </>
      )}
    </>
  );
}

const dates = Array.from({ length: 31 }, (_, index) => index + 1);

/** The days that follow from the first day. */
function defaultDays(frequency: Frequency, from: Day): Partial<Recurrence> {
  const first = dayNumber(from) ?? 0;
  const weekday = weekdays[weekdayIndex(first)] ?? 'mon';
  return {
    frequency,
    days: frequency === 'WEEKLY' ? [weekday] : [],
    nthDays: [],
    monthDays: frequency === 'MONTHLY' ? [dateOfDay(first)] : [],
  };
}

function defaultNthDays(from: Day): Partial<Recurrence> {
  const first = dayNumber(from) ?? 0;
  const place = Math.ceil(dateOfDay(first) / 7);
  const day = weekdays[weekdayIndex(first)] ?? 'mon';
  return { monthDays: [], nthDays: [{ nth: place > 4 ? -1 : place, day }] };
}

interface NextRingsProps {
  readonly words: string;
  readonly time: string;
  readonly timezone: string;
  readonly rule: string;
  readonly from: string;
  readonly daysOff: string;
  readonly error: string | undefined;
}

const shown = 3;

/** A recurrence rule in words, and the next three rings of it as they are computed on this page. */
function NextRings({ words, error, ...alarm }: NextRingsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const minute = useMinute();
  const zone = visitorZone();
  const foreign = useForeignZone(alarm.timezone);
  const titleId = useId();
  const rings = minute === null ? [] : ringsAfter({ ...alarm, repeat: 'rule' }, minute);
  const today = minute === null ? '' : isoDay(minute, zone);
  return (
    <div>
      <Words aria-live="polite">{words}</Words>
      {error !== undefined && <Wrong role="alert">{error}</Wrong>}
      {error === undefined && rings.length > 0 && (
        <>
          <Title id={titleId}>
            <DottedParts
              parts={[
                formatMessage({ id: 'rule.next' }),
                ...(foreign === null ? [] : [foreign.ofVisitor]),
              ]}
            />
          </Title>
          <Rows aria-labelledby={titleId}>
            {rings.map((ring) => (
              <Row key={ring}>
                <span>{lineStart(dayText(intl, isoDay(ring, zone), today), intl.locale)}</span>
                <Time>{clock.text(ring, zone)}</Time>
              </Row>
            ))}
          </Rows>
        </>
      )}
    </div>
  );
}

function ringsAfter(rule: RingRule, now: number): readonly number[] {
  const rings: number[] = [];
  let ring = nextTriggerHere(rule, now);
  while (ring !== null && rings.length < shown) {
    rings.push(ring);
    ring = nextTriggerHere(rule, ring);
  }
  return rings;
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: end;
  gap: ${space[8]};
`;

const Words = styled.p`
  ${smallText}
`;

const Title = styled.p`
  ${smallText}
  margin-block-start: ${space[8]};
  color: ${color.inkSoft};
`;

const Rows = styled.ul`
  ${smallText}
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Row = styled.li`
  display: flex;
  justify-content: space-between;
  gap: ${space[16]};
  padding-block: ${space[4]};
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Time = styled.span`
  ${tabularTime}
`;
