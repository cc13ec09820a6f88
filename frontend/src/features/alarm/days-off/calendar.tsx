// A calendar of two months in which days are chosen: by a press, a drag, or with the keyboard. Days are buttons over
// ticks; a long tick is a day off, a vermilion one is today.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  useId,
} from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '../../../components/forms/button';
import { weekOf, dayButtons, weekendOf } from '../../../i18n/weekdays';
import {
  dayNumber,
  dayOfNumber,
  firstOfMonth,
  monthOfDay,
  type MonthNumber,
  dateOfDay,
  weekdayIndex,
  dayMovedTo,
  weeksOf,
} from '../../../model/calendar-day';
import { rangeOn, type DayRange } from '../../../model/days-off';
import { weekdays, type Day } from '../../../model/types';
import { useWeekStart } from '../../../settings/choices';
import { icon, from, space, color, motion, radius, size } from '../../../styles/theme';
import { monthText } from '../../../i18n/date-text';
import { longDateText } from '../../../i18n/long-date-text';
import { smallDigits } from '../../../styles/small-parts';
import { finePrint, smallText } from '../../../styles/type';

interface CalendarProps {
  readonly daysOff: readonly DayRange[];
  readonly today: Day;
  readonly selection: Selection | null;
  readonly onSelect: (selection: Selection) => void;
}

export function Calendar({ daysOff, today, selection, onSelect }: CalendarProps) {
  const intl = useIntl();
  const weekStart = useWeekStart();
  const now = dayNumber(today) ?? 0;
  const [month, setMonth] = useState(monthOfDay(selection?.from ?? now));
  const [cursor, setCursor] = useState(selection?.from ?? now);
  /** The day from which the next press, drag or key extends. */
  const anchor = useRef<number | null>(null);
  const drag = useRef<{ readonly from: number; moved: boolean } | null>(null);
  const grids = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);

  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    grids.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor, month]);

  function show(day: number) {
    setCursor(day);
    const shown = monthOfDay(day);
    setMonth((first) => (shown < first ? shown : shown > first + 1 ? shown - 1 : first));
  }

  function turn(by: -1 | 1) {
    setMonth(month + by);
  }

  function span(one: number, other: number) {
    onSelect({ from: Math.min(one, other), to: Math.max(one, other) });
  }

  /** A first press begins, a second one ends; on a day off it takes the whole range. */
  function press(day: number, isExtending: boolean) {
    setCursor(day);
    const begin = selection === null ? null : anchor.current;
    if (begin !== null && (isExtending || begin !== day)) {
      span(begin, day);
      if (!isExtending) anchor.current = null;
      return;
    }
    const range = rangeOn(daysOff, dayOfNumber(day));
    anchor.current = range === null ? day : null;
    if (range === null) span(day, day);
    else span(dayNumber(range.from) ?? day, dayNumber(range.to) ?? day);
  }

  function onClick({ target, shiftKey, detail }: MouseEvent) {
    const day = dayAt(target);
    // A drag ends with a click, too.
    const wasDragged = detail > 0 && drag.current?.moved === true;
    drag.current = null;
    if (day !== null && !wasDragged) press(day, shiftKey);
  }

  function onPointerDown({ target, button }: PointerEvent) {
    const day = dayAt(target);
    drag.current = day === null || button !== 0 ? null : { from: day, moved: false };
  }

  function onPointerMove({ clientX, clientY, buttons }: PointerEvent) {
    const dragged = drag.current;
    if (dragged === null || buttons === 0) return;
    const day = dayAt(document.elementFromPoint(clientX, clientY));
    if (day === null || (day === dragged.from && !dragged.moved)) return;
    dragged.moved = true;
    anchor.current = null;
    span(dragged.from, day);
  }

  function onKeyDown(event: KeyboardEvent) {
    const day = dayAt(event.target);
    if (day === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const first = weekdays.indexOf(weekOf(intl.locale, weekStart)[0] ?? 'mon');
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = dayMovedTo(event.key, day, first, isRightToLeft);
    if (next === null) return;
    event.preventDefault();
    movesFocus.current = true;
    show(next);
    if (!event.shiftKey) return;
    anchor.current ??= day;
    span(anchor.current, next);
  }

  const reached = monthOfDay(cursor) < month || monthOfDay(cursor) > month + 1 ? null : cursor;
  return (
    <Frame>
      <Previous
        $kind="quiet"
        aria-label={intl.formatMessage({ id: 'daysOff.previous' })}
        onClick={() => {
          turn(-1);
        }}
      >
        <ChevronLeft {...icon.medium} />
      </Previous>
      <Next
        $kind="quiet"
        aria-label={intl.formatMessage({ id: 'daysOff.next' })}
        onClick={() => {
          turn(1);
        }}
      >
        <ChevronRight {...icon.medium} />
      </Next>
      <Months
        ref={grids}
        onClick={onClick}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      >
        {[month, month + 1].map((shown) => (
          <MonthGrid
            key={shown}
            month={shown}
            daysOff={daysOff}
            today={now}
            selection={selection}
            cursor={reached ?? firstOfMonth(month)}
          />
        ))}
      </Months>
    </Frame>
  );
}

function dayAt(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
  return element === null ? null : Number(element.dataset.day);
}

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

/** One month of the calendar: days as buttons over ticks; a long tick is a day off, a vermilion one is today. */
function MonthGrid({ month, daysOff, today, selection, cursor }: MonthGridProps) {
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
    <DayFace
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
    </DayFace>
  );
}

const Frame = styled.div`
  position: relative;

  [dir='rtl'] & > button svg {
    scale: -1 1;
  }
`;

const Months = styled.div`
  display: grid;
  gap: ${space[16]};

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${space[48]};
  }
`;

const Previous = styled(IconButton)`
  position: absolute;
  inset-block-start: 0;
  inset-inline-start: 0;
`;

const Next = styled(IconButton)`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
`;

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

const DayFace = styled.button`
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
