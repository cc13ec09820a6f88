// One of several timers as a row: a small ring, the time left, its name, the buttons that hurry, and the others in a menu.
import { useState } from 'react';
import { Ellipsis } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { rowAnchor } from '../../rings/next-hour';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import type { Timer } from '../../model/types';
import { StepName } from '../../components/faces/step-name';
import { TickRing } from '../../components/faces/tick-ring';
import { canFloat } from '../../components/float/float-window';
import { Button, IconButton, onFirstClick } from '../../components/forms/button';
import { ChangingText } from '../../components/page/changing-text';
import { UnsavedNote } from '../../components/lists/unsaved-note';
import { Menu } from '../../components/menus/menu';
import { preloadOnHoverOrFocus } from '../../loading/load-code';
import { countdownText, lengthInPhrase, lengthText } from '../../i18n/duration-text';
import { isAtBeginning, presentStep } from '../../rings/timer-steps';
import { icon } from '../../styles/icons';
import { linkedRow } from '../../styles/rows';
import { below, color, size, space } from '../../styles/theme';
import { timerRowDigits, timerSize } from '../../styles/timer';
import { itemTitle } from '../../styles/type';
import { RingTurn } from './ring-turn';
import { TimeLeft } from './time-left';
import { floating, sharing, TimerStage, useTimerWindows } from './timer-windows';
import { timerName } from './timer-seed';
import { addedMinutes, isOver, useTimerWrites } from './use-timer-writes';
import { SmallPrint } from '../../components/page/texts';

interface TimerRowProps {
  readonly timer: Timer;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onFullScreen: () => void;
}

/** What a menu of a row opens must be loaded when it is chosen: windows open only within the press. */
const windows = {
  preload: () => Promise.all([sharing.preload(), floating.preload(), TimerStage.preload()]),
};

export function TimerRow({ timer: row, onEdit, onDelete, onFullScreen }: TimerRowProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { toggle, addMinute, reset } = useTimerWrites();
  const { share, openFloat, fillScreen, dialogs } = useTimerWindows(row, onFullScreen);
  const timer = usePresentTimer(row);
  const present = useTimerSeconds(timer);
  const [by, setBy] = useState(0);
  const seconds = present + by;
  const name = timerName(intl, row);
  const leftName = formatMessage({ id: 'timer.turnName' }, { name });
  const running = row.enabled === 1;
  const over = isOver(timer);
  const step = over ? null : presentStep(timer);
  // After an extension the run is longer than the timer's length.
  const length = lengthInPhrase(intl, over ? timer.totalSeconds : timer.runSeconds);
  const text = countdownText(seconds);

  const actions = {
    reset: () => void reset(row),
    share,
    float: openFloat,
    screen: fillScreen,
    edit: onEdit,
    delete: onDelete,
  };
  const options = [
    ...(isAtBeginning(row) ? [] : [{ value: 'reset', text: formatMessage({ id: 'timer.reset' }) }]),
    { value: 'edit', text: formatMessage({ id: 'timer.edit' }) },
    { value: 'screen', text: formatMessage({ id: 'desk.open' }) },
    ...(canFloat() ? [{ value: 'float', text: formatMessage({ id: 'float.open' }) }] : []),
    { value: 'share', text: formatMessage({ id: 'timer.share' }) },
    { value: 'delete', text: formatMessage({ id: 'timer.delete' }) },
  ];

  return (
    <Row id={rowAnchor('timer', row.id)} tabIndex={-1} aria-label={name}>
      <Ring data-timer-ring={row.id}>
        <TickRing
          few
          fraction={seconds / timer.runSeconds}
          running={running}
          label={leftName}
          valueText={seconds > 0 ? lengthText(intl, seconds) : text}
        />
        {running && <RingTurn timer={timer} seconds={present} by={by} onBy={setBy} small />}
      </Ring>
      <Words>
        <Digits as="div">
          <TimeLeft timer={timer} seconds={seconds}>
            <span role="timer" aria-label={leftName} translate="no">
              {text}
            </span>
          </TimeLeft>
        </Digits>
        <Name>
          <bdi>{name}</bdi>
        </Name>
        <SmallPrint as="span">
          {step === null ? (
            formatMessage({ id: over ? 'timer.done' : 'timer.of' }, { length })
          ) : (
            <StepName step={step} />
          )}
        </SmallPrint>
        <UnsavedNote list="timers" id={row.id} />
      </Words>
      <Actions>
        {running && (
          <RowButton
            aria-label={formatMessage(
              { id: 'timer.addMinutesName' },
              { name, minutes: addedMinutes },
            )}
            onClick={() => void addMinute(row)}
          >
            {formatMessage({ id: 'timer.addMinutes' }, { minutes: addedMinutes })}
          </RowButton>
        )}
        <RowButton
          aria-label={formatMessage(
            { id: running ? 'timer.pauseName' : 'timer.startName' },
            { name },
          )}
          onClick={onFirstClick(() => void toggle(row))}
        >
          <ChangingText id={running ? 'timer.pause' : 'timer.start'} />
        </RowButton>
      </Actions>
      <More {...preloadOnHoverOrFocus(windows)}>
        <Menu
          label={formatMessage({ id: 'timer.moreName' }, { name })}
          face={<Ellipsis {...icon.medium} />}
          Button={MenuButton}
          options={options}
          onChoose={(value) => {
            actions[value as keyof typeof actions]();
          }}
        />
      </More>
      {dialogs}
    </Row>
  );
}

/** On narrow rows the buttons are below the words, as wide as the row. */
const Row = styled.article`
  ${linkedRow}
  display: grid;
  grid-template: 'ring words actions more' auto / auto minmax(0, 1fr) auto auto;
  align-items: center;
  gap: ${space[12]} ${space[16]};
  padding-block: ${space[16]};
  border-block-end: ${size.hairline} solid ${color.line};

  @container timers (max-width: ${timerSize.row}) {
    grid-template:
      'ring words more' auto
      'actions actions actions' auto / auto minmax(0, 1fr) auto;
  }
`;

const Ring = styled.div`
  position: relative;
  grid-area: ring;
  inline-size: ${timerSize.rowRing};
  block-size: ${timerSize.rowRing};
`;

const Words = styled.div`
  grid-area: words;
  min-inline-size: 0;
`;

const Digits = styled.p`
  ${timerRowDigits}
  inline-size: fit-content;
`;

const Name = styled.h2`
  ${itemTitle}
  display: inline;
  margin-inline-end: ${space[8]};
  overflow-wrap: anywhere;
`;

const Actions = styled.div`
  display: flex;
  grid-area: actions;
  gap: ${space[8]};

  @container timers (max-width: ${timerSize.row}) {
    > button {
      flex: 1;
    }
  }
`;

const RowButton = styled(Button)`
  min-block-size: ${timerSize.rowButton};
  white-space: nowrap;
`;

const MenuButton = styled(IconButton).attrs({ $kind: 'quiet' })``;

/** The menu of the row, whose icon ends where the rows do. */
const More = styled.div`
  grid-area: more;
  margin-inline: calc(-1 * ${space[8]}) calc(-1 * ${space[12]});

  ${below.sm} {
    align-self: start;
  }
`;
