// A card for each tool with its working preview, and below them what each tool does.
import { useId, type ComponentType, useMemo, useEffect } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useRows } from '../../rows/lists';
import { Section, SectionTitle } from '../../components/page/page-column';
import { SiteLink } from '../../components/page/site-link';
import type { MessageId } from '../../i18n/messages';
import { type ToolId, localisedPath } from '../../pages/paths';
import { tools } from '../../pages/site-pages';
import { wholeCardLink, homeSize, previewDigits } from '../../styles/cards';
import { color, from, hovering, size, space, radius } from '../../styles/theme';
import { itemTitle, smallText, wholePhrases } from '../../styles/type';
import { Proofs } from './proofs';
import { ItemTitle } from '../../components/page/texts';
import { nextRing } from '../../rings/next-ring';
import { DayTime } from '../../components/faces/day-time';
import { alarmDeletions, useHiddenRows, timerDeletions } from '../../rings/pending-deletions';
import { useSecond, useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { waitInPhrase, stopwatchParts } from '../../i18n/duration-text';
import { useVisitorClock } from '../../i18n/clock-time';
import { AnalogFace } from '../../components/faces/analog-face';
import { placeOn, withoutGaps, narrowLand, placeOfZone } from '../../components/world/land';
import { LandMap } from '../../components/world/land-map';
import {
  useElapsedSeconds,
  keepStopwatchInSync,
  useStopwatch,
} from '../../stopwatch/stopwatch-store';
import { endOf, firstToEnd } from '../../rings/timer-remaining';
import { TickRing } from '../../components/faces/timer-ring';
import { useRemainingSeconds } from '../../time/second-edges';

interface CardContent {
  readonly Miniature: ComponentType;
  readonly text: MessageId;
  readonly benefits: readonly MessageId[];
}

const Miniature = styled.div`
  display: flex;
`;

const contents: Record<ToolId, CardContent> = {
  stopwatch: {
    Miniature: StopwatchMiniature,
    text: 'home.stopwatchText',
    benefits: [
      'home.stopwatchBenefit1',
      'home.stopwatchBenefit2',
      'home.stopwatchBenefit3',
      'home.stopwatchBenefit4',
    ],
  },
  alarm: {
    Miniature: AlarmMiniature,
    text: 'home.alarmText',
    benefits: [
      'home.alarmBenefit1',
      'home.alarmBenefit2',
      'home.alarmBenefit3',
      'home.alarmBenefit4',
    ],
  },
  timer: {
    Miniature: TimerMiniature,
    text: 'home.timerText',
    benefits: [
      'home.timerBenefit1',
      'home.timerBenefit2',
      'home.timerBenefit3',
      'home.timerBenefit4',
    ],
  },
  'digital-clock': {
    Miniature: DigitalMiniature,
    text: 'home.digitalText',
    benefits: [
      'home.digitalBenefit1',
      'home.digitalBenefit2',
      'home.digitalBenefit3',
      'home.digitalBenefit4',
    ],
  },
  'analog-clock': {
    Miniature: AnalogMiniature,
    text: 'home.analogText',
    benefits: [
      'home.analogBenefit1',
      'home.analogBenefit2',
      'home.analogBenefit3',
      'home.analogBenefit4',
    ],
  },
};

/** The tools in one view, what nobody else does for those who are new, and what each tool does. */
export function ToolCards() {
  const { formatMessage, locale } = useIntl();
  const title = useId();
  return (
    <>
      <Cards aria-label={formatMessage({ id: 'home.tools' })}>
        {tools.map(({ id, path, name }) => {
          const { Miniature } = contents[id];
          return (
            <Card key={id}>
              <Stage>
                <Miniature />
              </Stage>
              <Name>
                <CardLink to={localisedPath(path, locale)}>{formatMessage({ id: name })}</CardLink>
              </Name>
            </Card>
          );
        })}
      </Cards>
      <Proofs />
      <Section aria-labelledby={title}>
        <SectionTitle id={title}>{formatMessage({ id: 'home.tools' })}</SectionTitle>
        <Groups>
          {tools.map(({ id, name }) => {
            const { text, benefits } = contents[id];
            return (
              <li key={id}>
                <ItemTitle>{formatMessage({ id: name })}</ItemTitle>
                <Text>{formatMessage({ id: text })}</Text>
                <Benefits>
                  {benefits.map((benefit) => (
                    <Benefit key={benefit}>{formatMessage({ id: benefit })}</Benefit>
                  ))}
                </Benefits>
              </li>
            );
          })}
        </Groups>
      </Section>
    </>
  );
}

/** The preview of the alarm tool: the visitor's next alarm and the time until it; without one, only its picture. */
function AlarmMiniature() {
  const intl = useIntl();
  const clock = useVisitorClock();
  const now = useSecond();
  const zone = useVisitorZone();
  const { rows: alarms = [] } = useRows('alarms');
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
function AnalogMiniature() {
  const { formatMessage } = useIntl();
  return (
    <MiniatureStage>
      <AnalogFace
        minute={useMinute()}
        zone={useVisitorZone()}
        place={formatMessage({ id: 'home.analogMiniature' })}
        theme="minimal"
        small
        // A sweep would cost more processor time than the rest of the page.
        ticks
      />
    </MiniatureStage>
  );
}

/** The preview of the digital clock: where on the map of the world it is day now, and the visitor's own place. */
function DigitalMiniature() {
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
function StopwatchMiniature() {
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
function TimerMiniature() {
  const { formatMessage } = useIntl();
  const { rows: timers = [] } = useRows('timers');
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

export function LargeFace() {
  // Its container hides it from assistive technology, because the digits have the same time.
  return <AnalogFace minute={useMinute()} zone={useVisitorZone()} place="" />;
}

/** Two in a row on a phone, so that all are in one screen; five if there is room. */
const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  border-block: ${size.hairline} solid ${color.line};

  ${from.lg} {
    grid-template-columns: repeat(5, minmax(0, 1fr));
  }
`;

const Card = styled.li`
  position: relative;
  display: grid;
  grid-template-rows: ${homeSize.preview} auto;
  align-content: center;
  gap: ${space[4]};
  min-block-size: ${homeSize.card};
  min-inline-size: 0;
  padding-block: ${space[8]};
  padding-inline-end: ${space[12]};

  & + & + & {
    border-block-start: ${size.hairline} solid ${color.line};
  }

  ${from.lg} {
    padding-inline: ${space[16]};

    & + & + & {
      border-block-start: 0;
    }

    & + & {
      border-inline-start: ${size.hairline} solid ${color.line};
    }

    &:first-child {
      padding-inline-start: 0;
    }
  }
`;

const Stage = styled.div`
  display: flex;
  align-items: center;
  min-inline-size: 0;
`;

const Name = styled.h2`
  ${itemTitle}
  hyphens: auto;
  /* A long word breaks before it touches the next card. */
  overflow-wrap: anywhere;
`;

const CardLink = styled(SiteLink)`
  ${wholeCardLink}

  ${hovering} {
    ${Card}:hover & {
      color: ${color.accent};
    }
  }
`;

const Groups = styled.ul`
  display: grid;
  gap: ${space[32]};
  hyphens: auto;
  overflow-wrap: break-word;

  ${from.sm} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${from.lg} {
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: ${space[24]};
  }
`;

const Text = styled.p`
  ${wholePhrases}
  color: ${color.inkSoft};
`;

const Benefits = styled.ul`
  ${smallText}
  display: grid;
  gap: ${space[8]};
  margin-block-start: ${space[12]};
`;

/** Each begins with a tick. */
const Benefit = styled.li`
  display: grid;
  grid-template-columns: ${space[16]} 1fr;
  align-items: baseline;

  &::before {
    content: '';
    inline-size: ${size.hairline};
    block-size: ${size.tickShort};
    background: ${color.controlLine};
  }
`;

const Digits = styled.span`
  ${previewDigits}
`;

const MiniatureStage = styled.div`
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
