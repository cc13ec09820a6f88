// The id of this device among those with push; null if it has none.
import { storedValue } from '../browser/stored-value';

/** Sent with every request, so that the server can hold back pushes to a device whose page sounds. */
export const ringDeviceId = storedValue<string | null>('ring-device-id:v1', null, (stored) =>
  typeof stored === 'string' && stored !== '' ? stored : null,
);
