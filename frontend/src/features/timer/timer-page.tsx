// The timer page.
import { FormattedMessage } from 'react-intl';

export function TimerPage() {
  return (
    <h1>
      <FormattedMessage id="timer.name" />
    </h1>
  );
}
