// The alarm page.
import { FormattedMessage } from 'react-intl';

export function AlarmPage() {
  return (
    <h1>
      <FormattedMessage id="alarm.name" />
    </h1>
  );
}
