// The timer of a link, which starts with one press.
import { Fragment, useState } from 'react';
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ItemTitle, SmallPrint } from '../../components/page/texts';
import { Button, IconButton } from '../../components/forms/button';
import { countdownText, lengthText } from '../../i18n/duration-text';
import { icon, below, color, radius, size, space } from '../../styles/theme';
import { ringDigits } from '../../styles/ringing';
import { linkedTimer, type LinkProblem } from './timer-link';
import { mostSteps, planLimits, seedLength, timerName } from './timer-seed';
import { useTimerWrites } from './use-timer-writes';

const betweenSteps = ' · ';

interface LinkedTimerProps {
  /** The query of the page's address. */
  readonly search: string;
  /** Called once the timer was started or dismissed. */
  readonly onDone: () => void;
}

export function LinkedTimerPanel({ search, onDone }: LinkedTimerProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { startNew } = useTimerWrites();
  const [starting, setStarting] = useState(false);
  const timer = linkedTimer(search);

  async function start() {
    if ('problem' in timer || starting) return;
    setStarting(true);
    if ((await startNew(timer)) !== null) onDone();
    else setStarting(false);
  }

  const dismiss = (
    <Dismiss $kind="quiet" aria-label={formatMessage({ id: 'dialog.close' })} onClick={onDone}>
      <X {...icon.medium} />
    </Dismiss>
  );
  if ('problem' in timer) {
    return (
      <Panel role="status">
        <Words>
          <ItemTitle as="h2">
            {formatMessage({
              id: timer.problem === 'time' ? 'timer.linkBadTitle' : 'timer.linkStepsTitle',
            })}
          </ItemTitle>
          <SmallPrint>
            <ProblemText problem={timer} />
          </SmallPrint>
        </Words>
        {dismiss}
      </Panel>
    );
  }
  const name = timerName(intl, timer);
  return (
    <Panel as="section" aria-label={name}>
      <Words>
        <SmallPrint>{formatMessage({ id: 'timer.linkReady' })}</SmallPrint>
        <ItemTitle as="h2">
          <bdi>{name}</bdi>
        </ItemTitle>
        {timer.steps !== null && (
          <>
            <SmallPrint>
              {timer.steps.map(({ seconds, label }, at) => (
                <Fragment key={at}>
                  {at > 0 && betweenSteps}
                  {label !== null && <bdi>{label}</bdi>} {lengthText(intl, seconds)}
                </Fragment>
              ))}
            </SmallPrint>
            <SmallPrint>{seedLength(intl, timer)}</SmallPrint>
          </>
        )}
      </Words>
      {dismiss}
      <Line>
        <Digits>{countdownText(timer.totalSeconds)}</Digits>
        <Button
          $kind="primary"
          aria-label={formatMessage({ id: 'timer.startName' }, { name })}
          aria-disabled={starting}
          onClick={() => void start()}
        >
          {formatMessage({ id: 'timer.start' })}
        </Button>
      </Line>
    </Panel>
  );
}

function ProblemText({ problem }: { readonly problem: LinkProblem }) {
  const { formatMessage } = useIntl();
  switch (problem.problem) {
    case 'time':
      return formatMessage({ id: 'timer.linkBadText' });
    case 'step':
      return formatMessage({ id: 'timer.linkStepBad' }, { number: problem.number });
    case 'step-count':
      return formatMessage({ id: 'timer.linkStepCount' }, { max: mostSteps, count: problem.count });
    case 'rounds':
      return formatMessage({ id: 'timer.linkRoundsBad' }, { max: planLimits.rounds.max });
  }
}
const Panel = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[12]};
  max-inline-size: ${size.measure};
  margin-block-end: ${space[24]};
  padding: ${space[16]} ${space[24]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};

  ${below.sm} {
    padding-inline: ${space[16]};
  }
`;

const Words = styled.div`
  overflow-wrap: anywhere;
`;

/** In the corner, with its icon aligned with the end of the content below. */
const Dismiss = styled(IconButton)`
  align-self: start;
  margin-block-start: calc(-1 * ${space[8]});
  margin-inline-end: calc(-1 * ${space[12]});
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 1 / -1;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
`;

const Digits = styled.p`
  ${ringDigits}
`;
