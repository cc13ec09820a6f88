// What a visitor chose on the clock pages and finds again: the order of the cities, the face's design.
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
