// The zones of an alarm that is set by other clocks than the visitor's: times in both have to say whose they are.
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { zoneName } from '../../i18n/zone-name';
import { isSameZone } from '../../time/zone-identity';
import { synchronisedNow } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';

interface ZoneNames {
  readonly ofAlarm: string;
  readonly ofVisitor: string;
}

/** Null if both have the same clocks, and before hydration. */
export function useForeignZone(timezone: string): ZoneNames | null {
  const { locale } = useIntl();
  const zone = useVisitorZone();
  return useMemo(() => {
    if (zone === null || isSameZone(zone, timezone)) return null;
    const nameOf = (one: string) => zoneName(one, locale, synchronisedNow());
    return { ofAlarm: nameOf(timezone), ofVisitor: nameOf(zone) };
  }, [zone, timezone, locale]);
}
