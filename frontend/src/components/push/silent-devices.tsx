// The names of devices, and those that probably do not ring with the site closed, beside what rings next.
import { useIntl, type IntlShape } from 'react-intl';
import { BellOff } from 'lucide-react';
import styled from 'styled-components';
import type { PushDevice } from '../../model/types';
import { usePush } from '../../push/push-devices';
import { ringDeviceId } from '../../push/push-support';
import { useStoredValue } from '../../browser/stored-value';
import { icon, color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

/** Browsers, as far as their push service identifies them. */
const browsers: Readonly<Record<PushDevice['service'], string | null>> = {
  google: 'Chrome',
  mozilla: 'Firefox',
  apple: 'Safari',
  microsoft: 'Edge',
  other: null,
};

/** Operating systems by their names in `User-Agent`, the more specific first. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** The browser, and for this device its system; the server does not know the system of others. */
export function deviceName(
  { formatMessage }: IntlShape,
  { service }: Pick<PushDevice, 'service'>,
  isThis: boolean,
): string {
  const browser = browsers[service] ?? formatMessage({ id: 'account.unknownBrowser' });
  const [, system] = systems.find(([sign]) => isThis && sign.test(navigator.userAgent)) ?? [];
  if (system === undefined) return browser;
  return formatMessage({ id: 'account.browserOnSystem' }, { browser, system });
}

export function SilentDevices() {
  const intl = useIntl();
  const { devices = [] } = usePush();
  const ownId = useStoredValue(ringDeviceId, null);
  return devices
    .filter(({ state }) => state === 'failing')
    .map((device) => (
      <Line key={device.id}>
        <BellOff {...icon.medium} />
        <span>
          {intl.formatMessage(
            { id: 'push.silent' },
            { name: deviceName(intl, device, device.id === ownId) },
          )}
        </span>
      </Line>
    ));
}

const Line = styled.p`
  ${smallText}
  display: flex;
  margin-block-start: ${space[8]};
  gap: ${space[8]};
  color: ${color.warning};

  > svg {
    flex: none;
    margin-block-start: ${space[2]};
  }
`;
