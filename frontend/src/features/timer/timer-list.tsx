// The timers as cards, the newest first; a single one is drawn large.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Timer } from '../../api/types';
import { Skeleton } from '../../components/lists/skeleton';
import { visuallyHidden } from '../../styles/hidden';
import { color, radius, size, space } from '../../styles/theme';
import { TimerCard } from './timer-card';
import { useTimerWrites } from './use-timer-writes';

interface TimerListProps {
  readonly timers: readonly Timer[];
  readonly onEdit: (timer: Timer) => void;
  /** Takes the focus from a card that goes. */
  readonly onDelete: () => void;
}

export function TimerList({ timers, onEdit, onDelete }: TimerListProps) {
  const { remove } = useTimerWrites();
  const alone = timers.length === 1;
  return (
    <Cards>
      {timers.toReversed().map((timer) => (
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

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${size.timerCard}), 1fr));
  gap: ${space[16]};

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
