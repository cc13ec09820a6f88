// Settings of this device beside an alarm: its zone, and how its rings sound, which is stored at once and not with the
// alarm.
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { useMemo, type ChangeEventHandler } from 'react';
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
import { useKnownPlaces, type KnownPlace, placeText } from '../../i18n/known-places';
import { isSameZone } from '../../time/zone-identity';
import { zoneId, zoneName } from '../../i18n/zone-name';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';

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

interface ZoneFieldProps {
  readonly name: string;
  readonly value: string;
  readonly first: string;
  readonly onChange: ChangeEventHandler<HTMLSelectElement>;
}

export function ZoneField({ first, ...field }: ZoneFieldProps) {
  const intl = useIntl();
  const places = useKnownPlaces(true);
  const options = useMemo(() => zonesToChoose(intl, places, first), [intl, places, first]);
  return (
    <SelectField
      label={intl.formatMessage({ id: 'alarm.zone' })}
      options={options}
      hint={zoneName(field.value, intl.locale, synchronisedNow())}
      {...field}
    />
  );
}

/** The field's first zone, the visitor's own, then all others by name; by IANA names until the names are loaded. */
function zonesToChoose(intl: IntlShape, places: readonly KnownPlace[], zone: string) {
  const first = [zone, ...(isSameZone(zone, visitorZone()) ? [] : [visitorZone()])];
  const named = new Map<string, string>();
  for (const place of places) {
    if (named.has(place.zone)) continue;
    named.set(place.zone, placeText(intl, place.name, place.country));
  }
  const { compare } = new Intl.Collator(intl.locale);
  const textOf = (value: string) => {
    const known = named.get(value);
    if (known !== undefined) return known;
    const same = [...named.keys()].find((other) => isSameZone(other, value));
    return named.get(same ?? '') ?? zoneId(value);
  };
  const all = places.length === 0 ? Intl.supportedValuesOf('timeZone') : [...named.keys(), 'UTC'];
  const others = all
    .filter((other) => !first.includes(other))
    .map((value) => ({ value, text: named.get(value) ?? zoneId(value) }))
    .sort((one, other) => compare(one.text, other.text));
  return [...first.map((value) => ({ value, text: textOf(value) })), ...others];
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
