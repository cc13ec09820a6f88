// The timer's preview: the visitor's timer that ends first, or a whole ring that stands still.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { endOf, firstToEnd } from '../../rings/timer-remaining';
import { useTimers } from '../../rows/timers';
import { TickRing } from '../../components/faces/tick-ring';
import { timerDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { useRemainingSeconds } from '../../time/second-edges';
import { homeSize } from '../../styles/home';

export function TimerMiniature() {
  const { formatMessage } = useIntl();
  const { timers = [] } = useTimers();
  const hidden = useHiddenRows(timerDeletions);
  const first = firstToEnd(timers.filter((timer) => !hidden.has(timer.id)));
  const left = useRemainingSeconds(first === null ? null : endOf(first));
  return (
    <Dial role="img" aria-label={formatMessage({ id: 'home.timerMiniature' })}>
      <TickRing
        fraction={first === null || left === null ? 1 : left / first.runSeconds}
        running={first !== null}
      />
    </Dial>
  );
}

const Dial = styled.div`
  inline-size: ${homeSize.preview};
  block-size: ${homeSize.preview};
`;
