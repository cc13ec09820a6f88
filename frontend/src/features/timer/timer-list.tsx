// The timers: a single one as a large card, several as rows, those that run above the others.
import { useState } from 'react';
import { ArrowUpDown, Maximize2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Timer } from '../../model/types';
import { Button } from '../../components/forms/button';
import { Skeleton } from '../../components/lists/skeleton';
import { lazyComponent, useOpening } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { Unseen } from '../../components/page/texts';
import { icon } from '../../styles/icons';
import { color, radius, size, space } from '../../styles/theme';
import { timerSize } from '../../styles/timer';
import { firstIdOf } from '../../offline/outbox';
import { endOf } from '../../rings/timer-remaining';
import { numberOf } from '../../offline/outbox';
import { TimerCard } from './timer-card';
import { TimerRow } from './timer-row';
import { TimerStage } from './timer-windows';
import { useTimerWrites } from './use-timer-writes';

const OrderDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-order" */ './order-dialog')).OrderDialog,
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
    (shown) => timers.find(({ id }) => numberOf(id) === numberOf(shown)) ?? [],
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

/** Fills the screen with the running timers that end first. */
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
      <Ring>
        <Skeleton $width={timerSize.ring} $height={timerSize.ring} />
      </Ring>
    </Waiting>
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
const Ring = styled.div`
  justify-self: center;
`;
