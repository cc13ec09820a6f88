// The label of an interval timer's step with its round, or with one round its number: "Rest · 2 of 8".
import { FormattedMessage } from 'react-intl';
import type { StepPlace } from '../../rings/timer-steps';

export function StepName({ step }: { readonly step: StepPlace }) {
  const { label, number, count, counts } = step;
  if (label === null) {
    return counts === 'rounds' ? (
      <FormattedMessage id="timer.roundOf" values={{ number, count }} />
    ) : (
      <FormattedMessage id="timer.stepOf" values={{ number, count }} />
    );
  }
  const values = { name: <bdi>{label}</bdi>, number, count };
  return counts === 'rounds' ? (
    <FormattedMessage id="timer.roundNamed" values={values} />
  ) : (
    <FormattedMessage id="timer.stepNamed" values={values} />
  );
}
