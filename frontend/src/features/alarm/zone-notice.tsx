// A notice for browsers that hide the visitor's time zone: in UTC, new alarms would ring at another time.
import { FormattedMessage } from 'react-intl';
import { Notice } from '../../components/dialogs/notice';

export function ZoneNotice() {
  return (
    <Notice>
      <FormattedMessage id="alarm.zoneHidden" />
    </Notice>
  );
}
