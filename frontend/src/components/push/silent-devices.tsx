// The devices that probably do not ring with the site closed, beside what rings next.
import { BellOff } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { usePush } from '../../push/push-devices';
import { ringDeviceId } from '../../push/ring-device-id';
import { useStoredValue } from '../../browser/stored-value';
import { icon } from '../../styles/icons';
import { color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { deviceName } from './device-name';

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
