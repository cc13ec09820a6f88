// The top of the alarm page: the current time and the next ring in words, or the time that is being set.
import { useMemo, useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { nextRing } from '../../rings/next-ring';
import type { Alarm } from '../../model/types';
import { ClockDigits } from '../../components/faces/clock-digits';
import { DayTime } from '../../components/faces/day-time';
import { ChangingText } from '../../components/page/texts';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { useMediaQuery } from '../../browser/in-browser';
import { useMinute, useSecond } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { waitText } from '../../i18n/duration-text';
import type { MessageId } from '../../i18n/messages';
import { clockText } from '../../time/zone-offset';
import { useVisitorClock } from '../../i18n/clock-time';
import { lazyComponent } from '../../loading/lazy-component';
import { onlyForNewcomers } from '../../styles/hidden';
import { narrow } from '../../styles/screens';
import {
  columnOfDigits,
  dialWait,
  smallColumnOfDigits,
  smallDial,
  clockSize,
} from '../../styles/clocks';
import { below, color, from, size, space } from '../../styles/theme';
import { itemTitle, mainDigits, tabularTime, wholePhrases } from '../../styles/type';
import { AlarmLine } from './alarm-line';
import { DayDial } from './day-dial';
import { useAlarmLine, useRingOfLine, type AlarmLineState } from './use-alarm-line';
import { NextRing, TomorrowOff } from './next-ring';
import type { TypedRule } from '../../typed/reader';

/** In one file with what else a line needs once it is used. */
const DialHand = lazyComponent(
  async () => (await import(/* webpackChunkName: "alarm-reader" */ './dial-hand')).DialHand,
);

interface AlarmLeadProps {
  /** Undefined until they are fetched, null if that failed. */
  readonly alarms: readonly Alarm[] | undefined | null;
  readonly action: ReactNode;
}

export function AlarmLead({ alarms, action }: AlarmLeadProps) {
  const isNarrow = useMediaQuery(narrow);
  const line = useAlarmLine(isNarrow);
  const minute = useMinute();
  const zone = useVisitorZone();
  const clock = useVisitorClock();
  const save = useRef<HTMLButtonElement>(null);
  const { held, changed } = line;
  const ring = useRingOfLine(line, minute);
  const changedId = changed?.id;
  const others = useMemo(
    () => (alarms ?? []).filter(({ id }) => id !== changedId),
    [alarms, changedId],
  );
  return (
    <ToolLead>
      <Stage data-many={(alarms?.length ?? 0) >= manyAlarms ? '' : undefined}>
        <div>
          <PageTitle>
            <ChangingText id={titleOf(line)} />
            {held !== null && zone !== null && <Now zone={zone} />}
          </PageTitle>
          <AlarmLine
            line={line}
            save={save}
            digits={
              held === null ? (
                <Running zone={zone} />
              ) : (
                <SetTime>
                  <DayTime {...clock.partsOf(held.time)} />
                </SetTime>
              )
            }
            isNarrow={isNarrow}
            lastRule={lastRule(alarms ?? [])}
            idle={
              <Next>
                <NextRing alarms={alarms} zone={zone} />
                <TomorrowOff alarms={alarms} zone={zone} />
              </Next>
            }
            add={<Action>{action}</Action>}
          />
        </div>
        <DialPlace data-setting={held === null ? undefined : ''} $empty={emptiness(alarms)}>
          <DayDial alarms={others} minute={minute} zone={zone} held={held?.time ?? null}>
            {held !== null && minute !== null && <Waiting ring={ring} minute={minute} />}
            {held === null && <Hint alarms={alarms} />}
            {minute !== null && zone !== null && (
              <DialHand
                line={line}
                ring={ring}
                alarms={others}
                minute={minute}
                zone={zone}
                onRelease={() => {
                  save.current?.focus({ preventScroll: true });
                }}
              />
            )}
          </DayDial>
        </DialPlace>
      </Stage>
    </ToolLead>
  );
}

/** The chosen days of the newest alarm; rules of one tap are offered anyway. */
function lastRule(alarms: readonly Alarm[]): TypedRule | null {
  const newest = alarms.reduce<Alarm | null>(
    (last, alarm) => (last === null || alarm.createdAt > last.createdAt ? alarm : last),
    null,
  );
  if (newest?.repeat !== 'days' || newest.days === null) return null;
  return { repeat: 'days', days: newest.days, date: null };
}

function titleOf({ held, changed }: AlarmLineState): MessageId {
  if (changed !== null) return 'alarm.editTitle';
  return held === null ? 'alarm.name' : 'alarm.addTitle';
}

/** Where no alarm is on, the dial says what to do; before that is known, to new visitors only. */
function Hint({ alarms }: Pick<AlarmLeadProps, 'alarms'>) {
  const { formatMessage } = useIntl();
  if (alarms === null || (alarms !== undefined && nextRing(alarms) !== null)) return null;
  return (
    <Middle $known={alarms !== undefined}>
      <HintText>{formatMessage({ id: 'alarm.dialHint' })}</HintText>
    </Middle>
  );
}

/** In the middle of the dial, the wait for the time that is being set; the line says the same in words. */
function Waiting({ ring, minute }: { readonly ring: number | null; readonly minute: number }) {
  const intl = useIntl();
  if (ring === null) return null;
  return (
    <Middle $known aria-hidden="true">
      <Wait>{waitText(intl, ring - minute)}</Wait>
    </Middle>
  );
}

/** Alone, so that only the digits are rendered each second. */
function Running({ zone }: { readonly zone: string | null }) {
  return <ClockDigits second={useSecond()} zone={zone} />;
}

/** ` · now 19:24:39`, while the large digits show another time. */
function Now({ zone }: { readonly zone: string }) {
  const second = useSecond();
  if (second === null) return null;
  return (
    <>
      {' · '}
      <FormattedMessage
        id="alarm.lineNow"
        values={{ time: <Clock>{clockText(second, zone)}</Clock> }}
      />
    </>
  );
}

/** From this many on the list gets room from what is above it. */
const manyAlarms = 3;

type Emptiness = 'empty' | 'unknown' | 'filled';

function emptiness(alarms: AlarmLeadProps['alarms']): Emptiness {
  if (alarms === undefined) return 'unknown';
  return alarms?.length === 0 ? 'empty' : 'filled';
}

/** The words, and a dial of the day beside them; on narrow screens between the sentence and the days. */
const Stage = styled.div`
  ${below.lg} {
    display: flex;
    flex-direction: column;

    > div:first-child,
    form {
      display: contents;
    }
  }

  ${from.lg} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) ${clockSize.dial};
    align-items: start;
    gap: ${space[48]};

    > div:first-child {
      ${columnOfDigits}
    }

    &[data-many] {
      grid-template-columns: minmax(0, 1fr) ${smallDial};

      > div:first-child {
        ${smallColumnOfDigits}
      }
    }
  }

  ${from.xl} {
    gap: ${space[64]};
  }
`;

const onDemand = {
  /* In the place of the button that leaves, so that the dial stays under the finger that begins to turn it. */
  empty: css`
    ${below.md} {
      &[data-setting] {
        margin-block-start: calc(${space[16]} + ${size.line});
      }
    }
  `,
  unknown: css`
    &:not([data-setting]) {
      ${onlyForNewcomers}
    }
  `,
  filled: css`
    &:not([data-setting]) {
      display: none;
    }
  `,
};

/** On a narrow screen only while a time is set, and where no alarm is listed below. */
const DialPlace = styled.div<{ readonly $empty: Emptiness }>`
  ${below.lg} {
    order: 1;
    align-self: center;
    inline-size: min(100%, ${clockSize.dialNarrow});
    margin-block-start: ${space[16]};
    ${({ $empty }) => onDemand[$empty]}
  }
`;

/** Takes no pointers from the dial below it. */
const Middle = styled.div<{ readonly $known: boolean }>`
  position: absolute;
  inset: 25%;
  display: grid;
  place-content: center;
  pointer-events: none;

  /* As wide as its longer phrase, in browsers that break at punctuation alone. */
  &:lang(ja) {
    inset-inline: 21%;
  }
  ${({ $known }) => !$known && onlyForNewcomers}
`;

const Wait = styled.p`
  ${dialWait}
  text-align: center;
  text-wrap: balance;
`;

const HintText = styled.p`
  ${itemTitle}
  ${wholePhrases}
  color: ${color.inkSoft};
  text-align: center;
  text-wrap: balance;
`;

/** The sentence, and its button beside it, or below where there is no room. */
const Next = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[24]} ${space[16]};
`;

/** In the place of the clock. */
const SetTime = styled.p`
  ${mainDigits}
  /* Begins where the page's lines do, from right to left, too. */
  inline-size: fit-content;
`;

const Clock = styled.span`
  ${tabularTime}
`;

const Action = styled.div`
  display: grid;

  button {
    padding-inline: ${space[32]};
  }
`;
