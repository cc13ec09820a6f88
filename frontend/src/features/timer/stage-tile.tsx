// One of the timers on the stage: its name, its digits over its ring, its buttons.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { StepName } from '../../components/faces/step-name';
import { TickRing } from '../../components/faces/tick-ring';
import { shortCountdownText } from '../../i18n/duration-text';
import type { Timer } from '../../model/types';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import { presentStep } from '../../rings/timer-steps';
import { keyCap } from '../../styles/stopwatch';
import { color, size, space } from '../../styles/theme';
import {
  cornerInset,
  lowTile,
  narrowTile,
  stageAir,
  stageDigits,
  stageSide,
  stageWords,
  twoLines,
  withKeys,
} from '../../styles/timer-stage';
import { smallText } from '../../styles/type';
import { RingTurn } from './ring-turn';
import { RunButtons } from './run-buttons';
import { TimeLeft, type TypedKeys } from './time-left';
import { timerName } from './timer-seed';
import { isOver } from './use-timer-writes';

interface StageTileProps {
  readonly timer: Timer;
  /** The key that chooses it; null if it is the only one. */
  readonly number: number | null;
  /** What opens its digits. */
  readonly keys: TypedKeys;
  /** Whether it is the one that keys address. */
  readonly isChosen: boolean;
}

export function StageTile({ timer: row, number, keys, isChosen }: StageTileProps) {
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
