// The label of an interval timer's step with its round, or with one round its number: "Rest · 2 of 8".
import { FormattedMessage, useIntl } from 'react-intl';
import type { StepPlace } from '../../rings/timer-steps';

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
