// The timers: a single one as a large card, several as rows, those that run above the others.
import { useState } from 'react';
import { ArrowUpDown } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Timer } from '../../model/types';
import { Button } from '../../components/forms/button';
import { Skeleton } from '../../components/lists/skeleton';
import { lazyComponent, useOpening } from '../../loading/lazy-component';
import { Unseen } from '../../components/page/texts';
import { icon } from '../../styles/icons';
import { color, radius, size, space } from '../../styles/theme';
import { timerSize } from '../../styles/timer';
import { firstIdOf } from '../../offline/outbox';
import { endOf } from '../../rings/timer-remaining';
import { numberOf } from '../../offline/outbox';
import { TimerCard } from './timer-card';
import { TimerRow } from './timer-row';
import { TimerScreen } from './timer-windows';
import { useTimerWrites } from './use-timer-writes';

const OrderDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-order" */ './order-dialog')).OrderDialog,
);

/** Longer lists cannot be ordered. */
const mostOrdered = 500;

interface TimerListProps {
  readonly timers: readonly Timer[];
  readonly onEdit: (timer: Timer) => void;
  /** Receives the focus from a row that is removed. */
  readonly onDelete: () => void;
}

export function TimerList({ timers, onEdit, onDelete }: TimerListProps) {
  const { remove } = useTimerWrites();
  const inOwnOrder = timers.toReversed();
  /** The timer that fills the screen, by the id that it had then. */
  const [onScreen, setOnScreen] = useState<number | null>(null);
  const filling = timers.find(({ id }) => onScreen !== null && numberOf(id) === numberOf(onScreen));
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
                setOnScreen(timer.id);
              }}
            />
          </li>
        ))}
      </Rows>
      {/* Outside of its row, which is another one when a second timer comes. */}
      {filling !== undefined && (
        <TimerScreen
          timer={filling}
          onClose={() => {
            setOnScreen(null);
          }}
        />
      )}
      {timers.length > 1 && timers.length <= mostOrdered && <OrderButton timers={inOwnOrder} />}
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

function OrderButton({ timers }: { readonly timers: readonly Timer[] }) {
  const order = useOpening(OrderDialog);
  return (
    <Below>
      <Button $kind="quiet" {...order.button}>
        <ArrowUpDown {...icon.small} />
        <FormattedMessage id="timer.order" />
      </Button>
      {order.isOpen && <OrderDialog timers={timers} onClose={order.close} />}
    </Below>
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
