// How rings sound on this device: settings that are stored at once, and not with the alarm.
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { useStoredValue } from '../../browser/stored-value';
import { lengthText } from '../../i18n/duration-text';
import {
  riseChoices,
  ringForChoices,
  ringSettings,
  defaultRingSettings,
  volumeChoices,
  type RingSettings,
} from '../../sound/ring-settings';
import { color, from, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { SelectField } from './field';

export function DeviceFields() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const settings = useStoredValue(ringSettings, defaultRingSettings);
  const change = (changes: Partial<RingSettings>) => {
    ringSettings.write({ ...settings, ...changes });
  };
  return (
    <fieldset>
      <Legend>{formatMessage({ id: 'alarm.onDevice' })}</Legend>
      <Fields>
        <SelectField
          label={formatMessage({ id: 'alarm.ringFor' })}
          options={ringForChoices.map((minutes) => option(minutes, lengthText(intl, minutes * 60)))}
          value={settings.ringForMinutes}
          onChange={({ target }) => {
            change({ ringForMinutes: Number(target.value) });
          }}
        />
        <SelectField
          label={formatMessage({ id: 'alarm.rise' })}
          options={riseChoices.map((seconds) => option(seconds, riseText(intl, seconds)))}
          value={settings.riseSeconds}
          onChange={({ target }) => {
            change({ riseSeconds: Number(target.value) });
          }}
        />
        <SelectField
          label={formatMessage({ id: 'alarm.volume' })}
          options={volumeChoices.map((percent) =>
            option(percent, intl.formatNumber(percent / 100, { style: 'percent' })),
          )}
          value={settings.volume}
          onChange={({ target }) => {
            change({ volume: Number(target.value) });
          }}
        />
      </Fields>
    </fieldset>
  );
}

function option(value: number, text: string) {
  return { value: String(value), text };
}

function riseText(intl: IntlShape, seconds: number): string {
  return seconds === 0 ? intl.formatMessage({ id: 'alarm.riseOff' }) : lengthText(intl, seconds);
}

const Legend = styled.legend`
  ${smallText}
  padding: 0;
  margin-block-end: ${space[8]};
  color: ${color.ink};
`;

const Fields = styled.div`
  display: grid;
  gap: ${space[16]};

  ${from.sm} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    align-items: end;
    gap: ${space[8]};
  }
`;
