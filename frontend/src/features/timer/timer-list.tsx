// The timers: a single one as a large card, several as rows, those that run above the others. A row has a small ring,
// the time left, its name, the buttons that hurry, and the others in a menu.
import { useState } from 'react';
import { ArrowUpDown, Maximize2, Ellipsis } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Timer } from '../../model/types';
import { Button, IconButton, onFirstClick } from '../../components/forms/button';
import { Skeleton } from '../../components/lists/skeleton';
import { lazyComponent, useOpening } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { ChangingText, Unseen, SmallPrint } from '../../components/page/texts';
import { icon, color, radius, size, space, below } from '../../styles/theme';
import { timerSize, timerRowDigits } from '../../styles/timer';
import { firstIdOf, presentId } from '../../offline/outbox';
import { endOf, usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import { TimerCard } from './timer-card';
import { TimerStage, floating, sharing, useTimerWindows } from './timer-windows';
import { useTimerWrites, addedMinutes, isOver } from './use-timer-writes';
import { rowAnchor } from '../../rings/next-ring';
import { StepName, TickRing } from '../../components/faces/timer-ring';
import { canFloat } from '../../components/float/float-window';
import { UnsavedNote } from '../../components/lists/unsaved-note';
import { Menu } from '../../components/menus/menu';
import { countdownText, lengthInPhrase, lengthText } from '../../i18n/duration-text';
import { isAtBeginning, presentStep } from '../../rings/timer-steps';
import { linkedRow } from '../../styles/cards';
import { itemTitle } from '../../styles/type';
import { RingTurn } from './ring-turn';
import { TimeLeft } from './time-left';
import { timerName } from './timer-seed';

const OrderDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "order-dialogs" */ './order-dialogs')).OrderDialog,
);

/** Longer lists cannot be ordered. */
const mostOrdered = 500;
/** More would be too small to be read from a distance. */
const mostOnStage = 4;

interface TimerListProps {
  readonly timers: readonly Timer[];
  readonly onEdit: (timer: Timer) => void;
  /** Receives the focus from a row that is removed. */
  readonly onDelete: () => void;
}

export function TimerList({ timers, onEdit, onDelete }: TimerListProps) {
  const { remove } = useTimerWrites();
  const inOwnOrder = timers.toReversed();
  /** The timers that fill the screen, by the ids that they had then. */
  const [onStage, setOnStage] = useState<readonly number[]>([]);
  const filling = onStage.flatMap(
    (shown) => timers.find(({ id }) => presentId(id) === presentId(shown)) ?? [],
  );
  const running = firstToRingFirst(timers).filter(({ enabled }) => enabled === 1);
  const View = timers.length === 1 ? TimerCard : TimerRow;
  return (
    <>
      <Rows>
        {firstToRingFirst(inOwnOrder).map((timer) => (
          <li key={firstIdOf(timer.id)}>
            <View
              timer={timer}
              onEdit={() => {
                onEdit(timer);
              }}
              onDelete={() => {
                onDelete();
                remove(timer);
              }}
              onFullScreen={() => {
                setOnStage([timer.id]);
              }}
            />
          </li>
        ))}
      </Rows>
      {/* Outside of its row, which is another one when a second timer comes. */}
      {filling.length > 0 && (
        <TimerStage
          timers={filling}
          onClose={() => {
            setOnStage([]);
          }}
        />
      )}
      {timers.length > 1 && (
        <Below>
          {running.length > 1 && (
            <StageButton
              onOpen={() => {
                setOnStage(running.slice(0, mostOnStage).map(({ id }) => id));
              }}
            />
          )}
          {timers.length <= mostOrdered && <OrderButton timers={inOwnOrder} />}
        </Below>
      )}
    </>
  );
}

/** Running timers by their ends, then the others in the visitor's own order: the newest first unless they were ordered. */
function firstToRingFirst(timers: readonly Timer[]): readonly Timer[] {
  return timers.toSorted((one, other) => endRank(one) - endRank(other));
}

function endRank(timer: Timer): number {
  return endOf(timer) ?? Number.MAX_VALUE;
}

function StageButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button
      $kind="quiet"
      {...preloadOnHoverOrFocus(TimerStage)}
      onClick={() => {
        whenLoaded(TimerStage, onOpen);
      }}
    >
      <Maximize2 {...icon.small} />
      <FormattedMessage id="desk.open" />
    </Button>
  );
}

function OrderButton({ timers }: { readonly timers: readonly Timer[] }) {
  const order = useOpening(OrderDialog);
  return (
    <>
      <Button $kind="quiet" {...order.button}>
        <ArrowUpDown {...icon.small} />
        <FormattedMessage id="timer.order" />
      </Button>
      {order.isOpen && <OrderDialog timers={timers} onClose={order.close} />}
    </>
  );
}

/** A card of the size of a real one, while they are fetched. */
export function TimerListSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <Waiting>
      <Unseen role="status">{formatMessage({ id: 'timer.loading' })}</Unseen>
      <Skeleton $width="10ch" />
      <WaitingRing>
        <Skeleton $width={timerSize.ring} $height={timerSize.ring} />
      </WaitingRing>
    </Waiting>
  );
}

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

/**
 * One of several timers as a row: a small ring, the time left, its name, the buttons that hurry, and the others in a
 * menu.
 */
function TimerRow({ timer: row, onEdit, onDelete, onFullScreen }: TimerRowProps) {
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

/** Above the rows it would push them down when it appears. */
const Below = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: end;
  margin-block-start: ${space[4]};
  /* Its words end where the rows do. */
  margin-inline-end: calc(-1 * ${space[16]});
`;

const Rows = styled.ul`
  container: timers / inline-size;
`;

const Waiting = styled.div`
  display: grid;
  gap: ${space[24]};
  padding: ${space[24]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
`;

/** In the middle of the card, where the ring will be. */
const WaitingRing = styled.div`
  justify-self: center;
`;

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
