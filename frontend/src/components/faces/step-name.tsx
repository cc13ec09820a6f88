// What a step of an interval timer is called, and which one it is: "Rest · 2 of 8".
import { FormattedMessage } from 'react-intl';
import type { StepPlace } from '../../rings/timer-steps';

export function StepName({ step: { label, number, count } }: { readonly step: StepPlace }) {
  return label === null ? (
    <FormattedMessage id="timer.stepOf" values={{ number, count }} />
  ) : (
    <FormattedMessage id="timer.stepNamed" values={{ name: <bdi>{label}</bdi>, number, count }} />
  );
}
