// What moves on the ruler: the running second as a thin hand, and a mark for each ring of the next hour, by the minute: a
// disc for an alarm, a ring for a timer, a number for several in one minute. A press leads to the row.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl, type IntlShape } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { useRows } from '../rows/lists';
import { onEvents } from '../browser/emitter';
import { useInBrowser } from '../browser/in-browser';
import { Chip } from '../components/forms/button';
import { Menu } from '../components/menus/menu';
import { ErrorBoundary } from '../components/page/error-boundary';
import { SiteLink } from '../components/page/site-link';
import { lengthInPhrase, waitInPhrase } from '../i18n/duration-text';
import { useVisitorClock, type VisitorClock } from '../i18n/clock-time';
import { minuteMs } from '../model/time-of-day';
import { localisedPath } from '../pages/paths';
import {
  groupsOfMarks,
  hourMinutes,
  marksOfNextHour,
  rowAnchor,
  type HourMark,
} from '../rings/next-ring';
import { alarmDeletions, timerDeletions, useHiddenRows } from '../rings/pending-deletions';
import { rulerBox, rulerSize, targetPlace, targetRems, tickPlace } from '../styles/clocks';
import { color, hovering, layer, radius, size, space } from '../styles/theme';
import { finePrint, tabularTime } from '../styles/type';
import { synchronisedNow, useMinute, useSecond } from '../time/synchronised-time';

/** Rendered into the ruler, which the header of the built page has. */
export function HourMarks() {
  const ruler = useInBrowser(() => document.querySelector('[data-ruler]'), null);
  if (ruler === null) return null;
  return createPortal(
    <ErrorBoundary>
      <Live />
    </ErrorBoundary>,
    ruler,
  );
}

function Live() {
  const { formatMessage } = useIntl();
  const marks = useMarks();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const apart = useMinutesApart(place);
  return (
    <Box ref={setPlace}>
      <Hand />
      {marks.length > 0 && (
        <nav aria-label={formatMessage({ id: 'ruler.name' })}>
          {groupsOfMarks(marks, 1).map((inMinute) => (
            <Sign key={firstMinute(inMinute)} marks={inMinute} />
          ))}
          {groupsOfMarks(marks, apart).map((group) => (
            <Target key={keyOf(group)} marks={group} />
          ))}
        </nav>
      )}
    </Box>
  );
}

function Hand() {
  const instant = useSecond();
  if (instant === null) return null;
  const second = Math.floor(instant / 1000) % 60;
  return <HandLine data-hand="" style={tickPlace(second)} aria-hidden="true" />;
}

/** What is armed for the next hour, seen from the present minute. */
function useMarks(): readonly HourMark[] {
  const minute = useMinute();
  const { rows: alarms = [] } = useRows('alarms');
  const { rows: timers = [] } = useRows('timers');
  const hiddenAlarms = useHiddenRows(alarmDeletions);
  const hiddenTimers = useHiddenRows(timerDeletions);
  if (minute === null) return [];
  return marksOfNextHour(
    alarms.filter(({ id }) => !hiddenAlarms.has(id)),
    timers.filter(({ id }) => !hiddenTimers.has(id)),
    synchronisedNow(),
  );
}

/** How many minutes of the ruler are as wide as what is pressed. */
function useMinutesApart(place: HTMLElement | null): number {
  const [apart, setApart] = useState(1);
  useEffect(() => {
    if (place === null) return undefined;
    const measure = () => {
      const target = targetRems * parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (place.clientWidth > 0) setApart(Math.ceil((target * hourMinutes) / place.clientWidth));
    };
    measure();
    return onEvents(window, ['resize'], measure);
  }, [place]);
  return apart;
}

type Marked = readonly HourMark[];

/** What is seen of the rings in one minute. */
function Sign({ marks }: { readonly marks: Marked }) {
  const isTimer = marks.every(({ kind }) => kind === 'timer');
  return (
    <SignPlace
      aria-hidden="true"
      data-kind={isTimer ? 'timer' : 'alarm'}
      style={tickPlace(firstMinute(marks))}
    >
      {marks.length === 1 ? <Shape /> : <Count>{marks.length}</Count>}
    </SignPlace>
  );
}

/** A link to the row of the only ring, or a button with a menu of several. */
function Target({ marks }: { readonly marks: Marked }) {
  const intl = useIntl();
  const clock = useVisitorClock();
  const navigate = useNavigate();
  const first = firstMinute(marks);
  const last = marks.at(-1)?.minute ?? first;
  const isEarly = first < hourMinutes / 2;
  const [only] = marks;
  const place = targetPlace(first, last);
  if (marks.length === 1 && only !== undefined) {
    return (
      <Press
        to={addressOf(intl, only)}
        aria-label={markText(intl, clock, only)}
        data-early={isEarly}
        style={place}
      />
    );
  }
  const name = intl.formatMessage(
    { id: 'ruler.several' },
    { count: marks.length, duration: waitOf(intl, first) },
  );
  return (
    <GroupPlace data-early={isEarly} style={place}>
      <Menu
        label={name}
        face={null}
        Button={GroupButton}
        align={isEarly ? 'start' : 'end'}
        options={marks.map((mark) => ({
          value: addressOf(intl, mark),
          text: markText(intl, clock, mark),
        }))}
        onChoose={(address) => void navigate(address)}
      />
    </GroupPlace>
  );
}

/** `Tea, in 12 min, timer`. */
function markText(intl: IntlShape, clock: VisitorClock, mark: HourMark): string {
  const duration = waitOf(intl, mark.minute);
  const { kind, row } = mark;
  if (kind === 'alarm') {
    const name = row.label ?? clock.textOf(row.time);
    return intl.formatMessage({ id: 'ruler.alarm' }, { name, duration });
  }
  if (row.label !== null) {
    return intl.formatMessage({ id: 'ruler.timer' }, { name: row.label, duration });
  }
  const length = lengthInPhrase(intl, row.totalSeconds);
  const name = intl.formatMessage({ id: 'timer.unnamed' }, { length });
  return intl.formatMessage({ id: 'ruler.unnamed' }, { name, duration });
}

/** In the present minute it is a minute, too. */
function waitOf(intl: IntlShape, minute: number): string {
  return waitInPhrase(intl, minute * minuteMs);
}

function addressOf({ locale }: IntlShape, { kind, row }: HourMark): string {
  return `${localisedPath(`/${kind}`, locale)}#${rowAnchor(kind, row.id)}`;
}

function firstMinute(marks: Marked): number {
  return marks[0]?.minute ?? 0;
}

function keyOf(marks: Marked): string {
  return marks.map(({ kind, row }) => rowAnchor(kind, row.id)).join();
}

/** Over the page, whose beginning is reached by what is pressed. */
const Box = styled.div`
  ${rulerBox}
  position: absolute;
  inset: 0;
  z-index: ${layer.offer};
`;

const HandLine = styled.div`
  position: absolute;
  inset-block: 0;
  inset-inline-start: 0;
  margin-inline-start: calc((${size.hairline} - ${size.stroke}) / 2);
  border-inline-start: ${size.stroke} solid ${color.accent};
`;

const SignPlace = styled.span`
  position: absolute;
  inset-block: 0;
  inset-inline-start: 0;
  display: grid;
  justify-items: center;
  inline-size: 0;
  color: ${color.ink};
  pointer-events: none;

  &[data-kind='timer'] {
    color: ${color.accent};
  }

  /* Its tick. */
  &::before {
    content: '';
    block-size: ${size.tick};
    border-inline-start: ${size.stroke} solid;
  }
`;

/** Borders, which are seen with forced colours. */
const Shape = styled.span`
  inline-size: ${rulerSize.mark};
  block-size: ${rulerSize.mark};
  border: calc(${rulerSize.mark} / 2) solid;
  border-radius: ${radius.full};

  [data-kind='timer'] > & {
    border-width: ${rulerSize.markRing};
  }
`;

const Count = styled.span`
  ${finePrint}
  ${tabularTime}
  line-height: 1.25;
`;

const pressed = css`
  position: absolute;
  inset-block: calc(-1 * ${rulerSize.above}) calc(-1 * ${rulerSize.below});
  inset-inline-start: 0;
`;

/** Its name, where somebody looks for it: under the pointer or with the focus. */
const named = css`
  border-radius: ${radius.control};

  &::after {
    ${finePrint}
    content: attr(aria-label);
    position: absolute;
    inset-block-start: 100%;
    inset-inline-end: 0;
    inline-size: max-content;
    max-inline-size: ${rulerSize.name};
    padding: ${space[4]} ${space[8]};
    border-radius: inherit;
    outline: ${size.hairline} solid transparent;
    background: ${color.ink};
    color: ${color.ground};
    overflow-wrap: anywhere;
    text-align: start;
    white-space: normal;
    opacity: 0;
    pointer-events: none;
  }

  [data-early='true'] &::after,
  &[data-early='true']::after {
    inset-inline: 0 auto;
  }

  &:focus-visible::after {
    opacity: 1;
  }

  ${hovering} {
    &:hover::after {
      opacity: 1;
    }
  }
`;

const Press = styled(SiteLink)`
  ${pressed}
  ${named}
`;

/** The menu and its button are as large as the place. */
const GroupPlace = styled.div`
  ${pressed}

  > * {
    inline-size: 100%;
    block-size: 100%;
  }
`;

const GroupButton = styled(Chip).attrs({ $kind: 'quiet' })`
  ${named}
  position: relative;
  inline-size: 100%;
  block-size: 100%;
  padding: 0;

  /* The menu has their names. */
  &[aria-expanded='true']::after {
    opacity: 0;
  }

  ${hovering} {
    &:hover:not(:disabled) {
      background: none;
    }
  }
`;
