// What a visitor chose on the clock pages and finds again: pinned cities, their order, the face's design.
import { analogThemes, type AnalogTheme } from '../../components/faces/analog-theme';
import { storedValue } from '../../browser/stored-value';
import { cityOrders, type CityOrder } from './city-order';

/** Ids of the pinned cities. */
export const pinnedCities = storedValue<readonly string[]>('pinned-cities:v1', [], (stored) =>
  Array.isArray(stored) && stored.every((id): id is string => typeof id === 'string')
    ? stored
    : null,
);

export const keptOrder = storedValue<CityOrder>(
  'city-order:v1',
  'listed',
  (stored) => cityOrders.find((order) => order === stored) ?? null,
);

export const keptTheme = storedValue<AnalogTheme>(
  'analog-theme:v1',
  'classic',
  (stored) => analogThemes.find((theme) => theme === stored) ?? null,
);

/** Pins a city, or takes its pin away. */
export function togglePin(id: string): void {
  const pinned = pinnedCities.read();
  pinnedCities.write(
    pinned.includes(id) ? pinned.filter((other) => other !== id) : [...pinned, id],
  );
}
