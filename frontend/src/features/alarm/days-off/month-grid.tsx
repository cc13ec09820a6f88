// One month of the calendar: days as buttons over ticks; a long tick is a day off, a vermilion one is today.
import { useId } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { dayButtons, weekOf } from '../../../i18n/weekdays';
import { weekendOf } from '../../../i18n/weekend';
import { monthText } from '../../../i18n/date-text';
import { longDateText } from '../../../i18n/long-date-text';
import type { MonthNumber } from '../../../model/calendar-day';
import { dateOfDay, dayOfNumber, firstOfMonth, weekdayIndex } from '../../../model/calendar-day';
import { rangeOn, type DayRange } from '../../../model/days-off';
import { weekdays } from '../../../model/types';
import { useWeekStart } from '../../../settings/week-start';
import { color, motion, radius, size, space } from '../../../styles/theme';
import { smallDigits } from '../../../styles/small-digits';
import { finePrint, smallText } from '../../../styles/type';
import { weeksOf } from './month-weeks';

/** Days as numbers. */
export interface Selection {
  readonly from: number;
  readonly to: number;
}

interface MonthGridProps {
  readonly month: MonthNumber;
  readonly daysOff: readonly DayRange[];
  readonly today: number;
  readonly selection: Selection | null;
  /** The day that the Tab key reaches. */
  readonly cursor: number;
}

export function MonthGrid({ month, daysOff, today, selection, cursor }: MonthGridProps) {
  const intl = useIntl();
  const weekStart = useWeekStart();
  const titleId = useId();
  const week = weekOf(intl.locale, weekStart);
  const first = weekdays.indexOf(week[0] ?? 'mon');
  const weekend = weekendOf(intl.locale);
  const title = monthText(intl, dayOfNumber(firstOfMonth(month)));
  return (
    <div>
      <Title id={titleId}>{title}</Title>
      <Table role="grid" aria-labelledby={titleId}>
        <thead>
          <tr>
            {dayButtons(intl, week).map(({ day, text, name }) => (
              <Weekday key={day} scope="col" abbr={name}>
                {text}
              </Weekday>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, first).map((days, row) => (
            <tr key={days.find((day) => day !== null) ?? row}>
              {days.map((day, column) =>
                day === null ? (
                  <td key={column} />
                ) : (
                  <td
                    key={column}
                    role="gridcell"
                    aria-selected={
                      selection !== null && day >= selection.from && day <= selection.to
                    }
                  >
                    <DayButton
                      day={day}
                      range={rangeOn(daysOff, dayOfNumber(day))}
                      isToday={day === today}
                      isPast={day < today}
                      isReached={day === cursor}
                      isWeekend={weekend.includes(weekdayIndex(day))}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface DayButtonProps {
  readonly day: number;
  readonly range: DayRange | null;
  readonly isToday: boolean;
  readonly isPast: boolean;
  readonly isReached: boolean;
  readonly isWeekend: boolean;
}

function DayButton({ day, range, isToday, isPast, isReached, isWeekend }: DayButtonProps) {
  const intl = useIntl();
  const date = longDateText(intl, dayOfNumber(day));
  const name =
    range === null
      ? date
      : range.label === ''
        ? intl.formatMessage({ id: 'daysOff.day' }, { date })
        : intl.formatMessage({ id: 'daysOff.dayNamed' }, { date, label: range.label });
  return (
    <Day
      type="button"
      aria-label={name}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={isReached ? 0 : -1}
      data-day={day}
      data-past={isPast ? '' : undefined}
      data-off={range === null ? undefined : ''}
      data-weekend={isWeekend ? '' : undefined}
    >
      {dateOfDay(day)}
    </Day>
  );
}

const Title = styled.h3`
  ${smallText}
  text-align: center;
  min-block-size: ${size.touch};
  line-height: ${size.touch};
`;

const Table = styled.table`
  inline-size: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  user-select: none;
  /* A finger that moves along a week selects; up and down it scrolls. */
  touch-action: pan-y;

  td {
    padding: 0;
  }
`;

const Weekday = styled.th`
  ${finePrint}
  padding: 0;
  font-weight: 400;
  color: ${color.inkSoft};
`;

const Day = styled.button`
  ${smallDigits}
  display: grid;
  align-content: center;
  justify-items: center;
  gap: ${space[2]};
  inline-size: 100%;
  block-size: ${size.touch};
  padding: 0;
  border: ${size.hairline} solid transparent;
  border-radius: ${radius.control};
  background: transparent;
  color: ${color.ink};
  transition: border-color ${motion.quick};

  &[data-weekend],
  &[data-past] {
    color: ${color.inkSoft};
  }

  [aria-selected='true'] > & {
    border-color: ${color.ink};
  }

  /* The tick: its room is that of the longest. */
  &::after {
    content: '';
    inline-size: ${size.hairline};
    block-size: ${size.tickShort};
    margin-block-end: calc(${size.tick} - ${size.tickShort});
    background: ${color.line};
  }

  &[data-off]::after {
    inline-size: calc(2 * ${size.stroke});
    block-size: ${size.tick};
    margin: 0;
    background: ${color.ink};
  }

  &[aria-current]::after {
    inline-size: ${size.stroke};
    background: ${color.accent};
  }

  &[aria-current][data-off]::after {
    inline-size: calc(2 * ${size.stroke});
  }
`;
