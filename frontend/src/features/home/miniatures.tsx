// The previews of the tools on their cards: each shows what the visitor has there, or the tool at rest.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMemo, useEffect } from 'react';
import { useAlarms } from '../../rows/alarms';
import { nextRing } from '../../rings/next-ring';
import { DayTime } from '../../components/faces/day-time';
import { alarmDeletions, useHiddenRows, timerDeletions } from '../../rings/pending-deletions';
import { useSecond, useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { waitInPhrase } from '../../i18n/duration-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { previewDigits, homeSize } from '../../styles/home';
import { AnalogFace } from '../../components/faces/analog-face';
import { placeOn, withoutGaps, narrowLand, placeOfZone } from '../../components/world/land';
import { LandMap } from '../../components/world/land-map';
import { color, radius, size } from '../../styles/theme';
import { useElapsedSeconds } from '../../stopwatch/elapsed';
import { keepStopwatchInSync, useStopwatch } from '../../stopwatch/stopwatch-store';
import { stopwatchParts } from '../../i18n/stopwatch-text';
import { endOf, firstToEnd } from '../../rings/timer-remaining';
import { useTimers } from '../../rows/timers';
import { TickRing } from '../../components/faces/tick-ring';
import { useRemainingSeconds } from '../../time/second-edges';

/** The preview of the alarm tool: the visitor's next alarm and the time until it; without one, only its picture. */
export function AlarmMiniature() {
  const intl = useIntl();
  const clock = useVisitorClock();
  const now = useSecond();
  const zone = useVisitorZone();
  const { alarms = [] } = useAlarms();
  const hidden = useHiddenRows(alarmDeletions);
  const ring = nextRing(alarms.filter((alarm) => !hidden.has(alarm.id)));
  if (now === null || zone === null || ring === null) {
    return (
      <svg viewBox="0 0 24 24" width="3.2rem" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M12 9v4l2 2M5 3L2 6M22 6L19 3M4 13a8 8 0 1 0 16 0a8 8 0 1 0-16 0" />
      </svg>
    );
  }
  const duration = waitInPhrase(intl, ring - now);
  const time = clock.text(ring, zone);
  return (
    <Miniature
      role="img"
      aria-label={intl.formatMessage({ id: 'home.alarmMiniature' }, { time, duration })}
    >
      <Digits>
        <DayTime {...clock.parts(ring, zone)} />
      </Digits>
    </Miniature>
  );
}

/** The preview of the analog clock: the visitor's own time on a small face. */
export function AnalogMiniature() {
  const { formatMessage } = useIntl();
  return (
    <Stage>
      <AnalogFace
        minute={useMinute()}
        zone={useVisitorZone()}
        place={formatMessage({ id: 'home.analogMiniature' })}
        theme="minimal"
        small
        // A sweep would cost more processor time than the rest of the page.
        ticks
      />
    </Stage>
  );
}

/** The preview of the digital clock: where on the map of the world it is day now, and the visitor's own place. */
export function DigitalMiniature() {
  const { formatMessage } = useIntl();
  const minute = useMinute();
  const zone = useVisitorZone();
  const own = useMemo(() => {
    const place = zone === null ? null : placeOfZone(zone);
    return place === null ? null : placeOn(narrowLand, place);
  }, [zone]);
  const land = useMemo(() => {
    if (own === null) return narrowLand;
    const [x, y] = [own.x * narrowLand.columns, own.y * narrowLand.rows];
    const gap = {
      left: x - ringCells,
      right: x + ringCells,
      top: y - ringCells,
      bottom: y + ringCells,
    };
    return withoutGaps(narrowLand, [gap]);
  }, [own]);
  return (
    <Map role="img" aria-label={formatMessage({ id: 'home.digitalMiniature' })}>
      <LandMap land={land} instant={minute} />
      {own !== null && (
        <Ring
          style={{
            insetInlineStart: `${(own.x * 100).toFixed(2)}%`,
            insetBlockStart: `${(own.y * 100).toFixed(2)}%`,
          }}
        />
      )}
    </Map>
  );
}

/** How far from the ring's centre the land gives way, in cells. */
const ringCells = 3;

/** The stopwatch's preview: the visitor's own if it runs, otherwise zero. */
export function StopwatchMiniature() {
  const { formatMessage } = useIntl();
  const own = useElapsedSeconds(useStopwatch());
  useEffect(keepStopwatchInSync, []);
  return (
    <Digits role="img" aria-label={formatMessage({ id: 'home.stopwatchMiniature' })}>
      {stopwatchParts((own ?? 0) * 1000).seconds}
    </Digits>
  );
}

/** The timer's preview: the visitor's timer that ends first, or a whole ring that stands still. */
export function TimerMiniature() {
  const { formatMessage } = useIntl();
  const { timers = [] } = useTimers();
  const hidden = useHiddenRows(timerDeletions);
  const first = firstToEnd(timers.filter((timer) => !hidden.has(timer.id)));
  const left = useRemainingSeconds(first === null ? null : endOf(first));
  return (
    <Dial role="img" aria-label={formatMessage({ id: 'home.timerMiniature' })}>
      <TickRing
        fraction={first === null || left === null ? 1 : left / first.runSeconds}
        running={first !== null}
      />
    </Dial>
  );
}

const Miniature = styled.div`
  display: flex;
`;

const Digits = styled.span`
  ${previewDigits}
`;

const Stage = styled.div`
  inline-size: ${homeSize.preview};
`;

/** West is left in every language. */
const Map = styled.div`
  position: relative;
  inline-size: ${homeSize.map};
  max-inline-size: 100%;
  direction: ltr;
`;

const Ring = styled.span`
  position: absolute;
  inline-size: ${size.tickShort};
  block-size: ${size.tickShort};
  border: ${size.hairline} solid ${color.ink};
  border-radius: ${radius.full};
  background: radial-gradient(circle, ${color.ink} 30%, ${color.ground} 0);
  translate: -50% -50%;
`;

const Dial = styled.div`
  inline-size: ${homeSize.preview};
  block-size: ${homeSize.preview};
`;
