// Explains what is wrong with a file, and what to do.
import type { IntlShape } from 'react-intl';
import { mostItems, type FileFault } from './contents';
import { mostMegabytes } from './open-file';

export function faultText({ formatMessage }: IntlShape, fault: FileFault): string {
  switch (fault) {
    case 'tooLarge':
      return formatMessage({ id: 'restore.tooLarge' }, { most: mostMegabytes });
    case 'tooMany':
      return formatMessage({ id: 'restore.tooMany' }, { most: mostItems });
    case 'tooSlow':
      return formatMessage({ id: 'restore.tooSlow' });
    case 'damaged':
      return formatMessage({ id: 'restore.damaged' });
    case 'unknown':
      return formatMessage({ id: 'restore.unknownFile' });
    case 'noCalendar':
      return formatMessage({ id: 'daysOff.noCalendar' });
    case 'calendar':
      return formatMessage({ id: 'restore.badCalendar' });
    case 'oldCalendar':
      return formatMessage({ id: 'restore.oldCalendar' });
    case 'encoding':
      return formatMessage({ id: 'restore.encoding' });
    case 'closed':
      return formatMessage({ id: 'restore.closed' });
  }
}
