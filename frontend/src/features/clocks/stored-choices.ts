// The visitor's choices on the clock pages that are stored: the order of the cities, the design of the faces.
import { analogThemes, type AnalogTheme } from '../../components/faces/analog-theme';
import { storedValue } from '../../browser/stored-value';
import { cityOrders, type CityOrder } from './city-order';

export const storedOrder = storedValue<CityOrder>(
  'city-order:v1',
  'listed',
  (stored) => cityOrders.find((order) => order === stored) ?? null,
);

export const storedAnalogTheme = storedValue<AnalogTheme>(
  'analog-theme:v1',
  'classic',
  (stored) => analogThemes.find((theme) => theme === stored) ?? null,
);
