// Timers that fill the screen, one to four, readable from a distance: each with its ring, its buttons, and the keys.
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react';
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { useStoredValue } from '../../browser/stored-value';
import { FullScreen } from '../../components/desk/full-screen';
import { IconButton } from '../../components/forms/button';
import type { Timer } from '../../model/types';
import { firstIdOf } from '../../offline/outbox';
import { singleKeysInUse } from '../../settings/single-keys';
import { icon } from '../../styles/icons';
import { color, size, space } from '../../styles/theme';
import { stageTiles } from '../../styles/timer-stage';
import { StageTile } from './stage-tile';
import { isOnControl, timerKeyOf, type TimerKey } from './timer-keys';
import { timerName } from './timer-seed';
import { addedMinutes, useTimerWrites } from './use-timer-writes';

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
