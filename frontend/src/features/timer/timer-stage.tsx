// Timers that fill the screen, one to four, readable from a distance: each with its ring, its buttons, and the keys.
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react';
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { useStoredValue } from '../../browser/stored-value';
import { FullScreen } from '../../components/desk/full-screen';
import { IconButton } from '../../components/forms/button';
import type { Timer } from '../../model/types';
import { firstIdOf } from '../../offline/outbox';
import { singleKeysInUse } from '../../settings/choices';
import { icon, color, size, space } from '../../styles/theme';
import {
  stageTiles,
  cornerInset,
  lowTile,
  narrowTile,
  stageAir,
  stageDigits,
  stageSide,
  stageWords,
  twoLines,
  withKeys,
} from '../../styles/timer';
import {
  isOnControl,
  timerKeyOf,
  type TimerKey,
  addedMinutes,
  useTimerWrites,
  isOver,
} from './use-timer-writes';
import { timerName } from './timer-seed';
import { StepName, TickRing } from '../../components/faces/timer-ring';
import { shortCountdownText } from '../../i18n/duration-text';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import { presentStep } from '../../rings/timer-steps';
import { keyCap } from '../../styles/stopwatch';
import { smallText } from '../../styles/type';
import { RingTurn } from './ring-turn';
import { RunButtons } from './run-buttons';
import { TimeLeft, type TypedKeys } from './time-left';

interface TimerStageProps {
  /** At least one; their numbers are their places. */
  readonly timers: readonly Timer[];
  readonly onClose: () => void;
}

export function TimerStage({ timers, onClose }: TimerStageProps) {
  const intl = useIntl();
  const stage = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const chosen = Math.min(place, timers.length - 1);
  const isOne = timers.length === 1;
  const takesKeys = useStoredValue(singleKeysInUse, true);
  const writes = useTimerWrites();

  /** Whether the key had something to do. */
  function press(key: TimerKey): boolean {
    const timer = timers[chosen];
    if (timer === undefined) return false;
    if (key === 'toggle') void writes.toggle(timer);
    else if (timer.enabled === 0) return false;
    else if (key === 'more') void writes.addMinute(timer);
    else void writes.turn(timer, -60 * addedMinutes);
    return true;
  }

  function choose(number: number): boolean {
    const tile = stage.current?.children[number - 1];
    if (isOne || !(tile instanceof HTMLElement)) return false;
    tile.focus();
    return true;
  }

  useStageKeys(takesKeys, (key) => (typeof key === 'number' ? choose(key) : press(key)));

  return (
    <Screen
      data-screen
      aria-label={
        isOne && timers[0] !== undefined
          ? timerName(intl, timers[0])
          : intl.formatMessage({ id: 'stage.name' })
      }
      onClose={onClose}
    >
      <Tiles
        ref={stage}
        data-count={timers.length}
        onFocus={({ target, currentTarget }: FocusEvent) => {
          const at = [...currentTarget.children].findIndex((tile) => tile.contains(target));
          if (at >= 0) setPlace(at);
        }}
      >
        {timers.map((timer, index) => (
          <StageTile
            key={firstIdOf(timer.id)}
            timer={timer}
            number={isOne ? null : index + 1}
            keys={!takesKeys ? 'none' : isOne ? 'digits' : index === chosen ? 'enter' : 'none'}
            isChosen={index === chosen}
          />
        ))}
      </Tiles>
      <Leave
        $kind="quiet"
        aria-label={intl.formatMessage({ id: 'desk.leave' })}
        title={intl.formatMessage({ id: 'desk.leave' })}
        onClick={onClose}
      >
        <X {...icon.large} />
      </Leave>
    </Screen>
  );
}

/** Calls back with a number that is typed, or with what a key does; a ring above the stage takes all keys itself. */
function useStageKeys(inUse: boolean, onKey: (key: TimerKey | number) => boolean): void {
  const press = useEffectEvent(onKey);
  useEffect(() => {
    if (!inUse) return undefined;
    return onEvents(document, ['keydown'], (event: KeyboardEvent) => {
      const key = timerKeyOf(event) ?? Number.parseInt(event.key, 10);
      if (Number.isNaN(key) || isForAnother(event)) return;
      if (key === 'toggle' && (event.repeat || isOnControl(event))) return;
      if (press(key)) event.preventDefault();
    });
  }, [inUse]);
}

function isForAnother({ altKey, ctrlKey, metaKey, target, defaultPrevented }: KeyboardEvent) {
  return (
    altKey ||
    ctrlKey ||
    metaKey ||
    defaultPrevented ||
    target instanceof HTMLInputElement ||
    document.querySelector('[data-covers-all]') !== null
  );
}

interface StageTileProps {
  readonly timer: Timer;
  /** The key that chooses it; null if it is the only one. */
  readonly number: number | null;
  /** What opens its digits. */
  readonly keys: TypedKeys;
  /** Whether it is the one that keys address. */
  readonly isChosen: boolean;
}

/** One of the timers on the stage: its name, its digits over its ring, its buttons. */
function StageTile({ timer: row, number, keys, isChosen }: StageTileProps) {
  const intl = useIntl();
  const timer = usePresentTimer(row);
  const present = useTimerSeconds(timer);
  const [by, setBy] = useState(0);
  const seconds = present + by;
  const name = timerName(intl, timer);
  const running = timer.enabled === 1;
  const step = isOver(timer) ? null : presentStep(timer);
  const text = shortCountdownText(seconds);
  const left = intl.formatMessage({ id: 'timer.turnName' }, { name });
  return (
    <Tile role="group" aria-label={name} tabIndex={number === null ? undefined : -1}>
      <Inside>
        <Words>
          <Name>
            {number !== null && (
              <Key data-chosen={isChosen} aria-hidden="true">
                {number}
              </Key>
            )}
            <bdi>{name}</bdi>
          </Name>
          {step !== null && (
            <Step>
              <StepName step={step} />
            </Step>
          )}
        </Words>
        <Middle>
          <Ring>
            <TickRing fraction={seconds / timer.runSeconds} running={running} />
            {running && <RingTurn timer={timer} seconds={present} by={by} onBy={setBy} />}
          </Ring>
          <Digits as="div" style={{ '--characters': text.length }}>
            <TimeLeft timer={timer} seconds={seconds} keys={keys}>
              <span role="timer" aria-label={left} translate="no">
                {text}
              </span>
            </TimeLeft>
          </Digits>
        </Middle>
        <Controls>
          <RunButtons timer={row} running={running} less keyCaps={isChosen && keys !== 'none'} />
        </Controls>
      </Inside>
    </Tile>
  );
}

const Screen = styled(FullScreen)`
  background: ${color.ground};
  color: ${color.ink};
`;

/** The lines between the tiles are what is behind them. */
const Tiles = styled.div`
  ${stageTiles}
  block-size: 100%;
  gap: ${size.hairline};
  background: ${color.line};
`;

const Leave = styled(IconButton)`
  position: absolute;
  inset-block-start: ${space[8]};
  inset-inline-end: ${space[8]};
`;

/** The button that starts or pauses above the two others. */
const pairedControls = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));

  > :first-child {
    grid-column: 1 / -1;
  }

  > * {
    padding: ${space[4]};
    ${smallText}
  }
`;

const Tile = styled.section`
  container: tile / size;
  min-inline-size: 0;
  min-block-size: 0;
  background: ${color.ground};

  /* The edge of the screen cuts off what is outside of it. */
  &:focus-visible {
    outline-offset: calc(-1 * ${size.stroke});
  }
`;

const Inside = styled.div`
  display: grid;
  grid-template: 'words' auto 'middle' minmax(0, 1fr) 'controls' auto / minmax(0, 1fr);
  gap: ${space[12]};
  block-size: 100%;
  padding: ${space[16]};

  ${narrowTile} {
    gap: ${space[8]};
    padding: ${space[8]};
  }

  ${lowTile} {
    grid-template:
      '. .' 1fr 'middle words' auto 'middle controls' auto '. .' 1fr / minmax(0, 1fr)
      minmax(${stageSide}, auto);
    padding-block: ${space[8]};

    > :nth-child(2) {
      grid-row: 1 / -1;
    }
  }
`;

/** Beside the button that leaves the stage. */
const Words = styled.div`
  ${stageWords}
  grid-area: words;
  min-inline-size: 0;
  padding-inline: var(--corner);

  ${narrowTile} {
    padding-inline-start: 0;
  }

  ${lowTile} {
    inline-size: 0;
    min-inline-size: 100%;
    padding-inline: 0 ${cornerInset};
  }
`;

const Name = styled.span`
  ${twoLines}
`;

const Step = styled.span`
  display: block;
  color: ${color.inkSoft};
`;

const Key = styled.kbd`
  ${keyCap}
  ${withKeys}
  margin-inline-end: ${space[12]};
  vertical-align: middle;

  &[data-chosen='true'] {
    border-color: ${color.ink};
    background: ${color.ink};
    color: ${color.ground};
    opacity: 1;
  }
`;

/** The ring is behind the digits, which may be wider than it is. */
const Middle = styled.div`
  position: relative;
  grid-area: middle;
  display: grid;
  place-content: center;
  min-block-size: 0;
  container: middle / size;
`;

const Ring = styled.div`
  position: absolute;
  inset: 0;
  margin: auto;
  inline-size: min(96cqi, 96cqb);
  block-size: min(96cqi, 96cqb);
`;

const Digits = styled.p`
  ${stageDigits}
  position: relative;
  padding: 0 ${stageAir};
  background: ${color.ground};
  pointer-events: none;
`;

const Controls = styled.div`
  grid-area: controls;
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[8]};

  ${narrowTile} {
    ${pairedControls}
  }

  ${lowTile} {
    ${pairedControls}
  }
`;
