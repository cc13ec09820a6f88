// The name of a ring.
import type { IntlShape } from 'react-intl';
import type { Occurrence } from '../../rings/occurrence';

/** Its label, or else what it is. */
export function nameOf(intl: IntlShape, { kind, label }: Occurrence): string {
  return label ?? intl.formatMessage({ id: kind === 'alarm' ? 'ringing.alarm' : 'ringing.timer' });
}
