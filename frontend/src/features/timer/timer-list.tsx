// The timers as cards, the newest first unless they were ordered; a single one is drawn large.
import { useState } from 'react';
import { ArrowUpDown } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Timer } from '../../model/types';
import { Button } from '../../components/forms/button';
import { Skeleton } from '../../components/lists/skeleton';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { visuallyHidden } from '../../styles/hidden';
import { icon } from '../../styles/icons';
import { below, color, radius, size, space } from '../../styles/theme';
import { TimerCard } from './timer-card';
import { useTimerWrites } from './use-timer-writes';

const OrderDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-order" */ './order-dialog')).OrderDialog,
);

/** Longer lists cannot be ordered. */
const mostOrdered = 500;

interface TimerListProps {
  readonly timers: readonly Timer[];
  readonly onEdit: (timer: Timer) => void;
  /** Receives the focus from a card that is removed. */
  readonly onDelete: () => void;
}

export function TimerList({ timers, onEdit, onDelete }: TimerListProps) {
  const { remove } = useTimerWrites();
  const alone = timers.length === 1;
  const shown = timers.toReversed();
  return (
    <>
      <Cards>
        {shown.map((timer) => (
          <li key={timer.id}>
            <TimerCard
              timer={timer}
              large={alone}
              onEdit={() => {
                onEdit(timer);
              }}
              onDelete={() => {
                onDelete();
                remove(timer);
              }}
            />
          </li>
        ))}
      </Cards>
      {!alone && timers.length <= mostOrdered && <OrderButton timers={shown} />}
    </>
  );
}

function OrderButton({ timers }: { readonly timers: readonly Timer[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Below>
      <Button
        $kind="quiet"
        {...preloadOnHoverOrFocus(OrderDialog)}
        onClick={() => {
          whenLoaded(OrderDialog, () => {
            setOpen(true);
          });
        }}
      >
        <ArrowUpDown {...icon.small} />
        <FormattedMessage id="timer.order" />
      </Button>
      {isOpen && (
        <OrderDialog
          timers={timers}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </Below>
  );
}

/** A card of the size of a real one, while they are fetched. */
export function TimerListSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <Waiting>
      <Loading role="status">{formatMessage({ id: 'timer.loading' })}</Loading>
      <Skeleton $width="10ch" />
      <Ring>
        <Skeleton $width={size.ring} $height={size.ring} />
      </Ring>
    </Waiting>
  );
}

/** Above the cards it would push them down when it appears. */
const Below = styled.div`
  display: flex;
  justify-content: end;
  margin-block-start: ${space[4]};
  /* Its words end where the cards do. */
  margin-inline-end: calc(-1 * ${space[16]});
`;

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${size.timerCard}), 1fr));
  gap: ${space[16]};

  ${below.sm} {
    gap: ${space[8]};
  }

  > li {
    display: grid;
    min-inline-size: 0;
  }

  > li:only-child {
    grid-column: 1 / -1;
  }
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

const Loading = styled.p`
  ${visuallyHidden}
`;
