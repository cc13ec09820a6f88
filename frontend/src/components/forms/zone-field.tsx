// The field for a time zone, which names zones by their cities.
import { useMemo, type ChangeEventHandler } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { SelectField } from './field';
import { useKnownPlaces, type KnownPlace, placeText } from '../../i18n/known-places';
import { isSameZone } from '../../time/zone-identity';
import { zoneId, zoneName } from '../../i18n/zone-name';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';

interface ZoneFieldProps {
  readonly name: string;
  readonly value: string;
  /** The zone that the form began with. */
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
