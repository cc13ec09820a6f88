// What shows a timer: the ring of 60 ticks, or 24 if it is small, that empties as its progress bar, and the name of its
// step.
import styled from 'styled-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { color } from '../../styles/theme';
import { ray } from './dials';
import type { StepPlace } from '../../rings/timer-steps';

interface TickRingProps {
  /** The fraction that is left, from 1 to 0. */
  readonly fraction: number;
  readonly running: boolean;
  /** Fewer and stronger ticks, for a ring of about 64 px. */
  readonly few?: boolean;
  /** The name of the progress bar; without one the ring is decoration. */
  readonly label?: string;
  readonly valueText?: string;
}

/** A ring of ticks that fills its container. */
export function TickRing({ fraction, running, few = false, label, valueText }: TickRingProps) {
  const ticks = few ? fewTicks : allTicks;
  const left = Math.ceil(Math.min(1, Math.max(0, fraction)) * ticks.length);
  const meaning =
    label === undefined
      ? { 'aria-hidden': true }
      : {
          role: 'progressbar',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': Math.round(fraction * 100),
          'aria-valuetext': valueText,
        };
  return (
    <Dial viewBox="-100 -100 200 200" {...meaning}>
      {ticks.map((tick, index) => (
        <Tick
          key={index}
          d={tick}
          strokeWidth={few ? 4.4 : 1.6}
          $state={index >= left ? 'spent' : running ? 'running' : 'still'}
        />
      ))}
    </Dial>
  );
}

const outer = 98;

/** Ticks as paths, from the top clockwise; some are longer. */
function ticksOf(count: number, length: number, longEvery: number, long: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const inner = outer - (index % longEvery === 0 ? long : length);
    return ray((index / count) * 60, inner, outer);
  });
}

const allTicks = ticksOf(60, 9, 5, 14);
const fewTicks = ticksOf(24, 23, 6, 31);

const strokes = { spent: color.line, running: color.accent, still: color.ink };

export function StepName({ step }: { readonly step: StepPlace }) {
  const { formatMessage } = useIntl();
  const { label, number, count, counts } = step;
  if (label === null) {
    return counts === 'rounds'
      ? formatMessage({ id: 'timer.roundOf' }, { number, count })
      : formatMessage({ id: 'timer.stepOf' }, { number, count });
  }
  const values = { name: <bdi>{label}</bdi>, number, count };
  return counts === 'rounds' ? (
    <FormattedMessage id="timer.roundNamed" values={values} />
  ) : (
    <FormattedMessage id="timer.stepNamed" values={values} />
  );
}

const Dial = styled.svg`
  inline-size: 100%;
  block-size: 100%;
  fill: none;
  stroke-linecap: butt;
  overflow: visible;
`;

// Without a transition, which would keep the main thread busy for a part of each second.
const Tick = styled.path<{ readonly $state: keyof typeof strokes }>`
  stroke: ${({ $state }) => strokes[$state]};
`;
