// A calendar of two months in which days are chosen: by a press, a drag, or with the keyboard.
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '../../../components/forms/button';
import { weekOf } from '../../../i18n/weekdays';
import { dayNumber, dayOfNumber, firstOfMonth, monthOfDay } from '../../../model/calendar-day';
import { rangeOn, type DayRange } from '../../../model/days-off';
import { weekdays, type Day } from '../../../model/types';
import { useWeekStart } from '../../../settings/week-start';
import { icon } from '../../../styles/icons';
import { from, space } from '../../../styles/theme';
import { MonthGrid, type Selection } from './month-grid';
import { dayMovedTo } from './month-weeks';

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
