// The name of this device among those that ring with the site closed; null where it does not.
import { storedValue } from './stored-value';

/** Said to the server with every request, so that a page that rings holds back the push to its own device. */
export const ringDeviceId = storedValue<string | null>('ring-device-id:v1', null, (stored) =>
  typeof stored === 'string' && stored !== '' ? stored : null,
);
