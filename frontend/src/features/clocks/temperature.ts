// Temperatures in the unit that the visitor chose; degrees Celsius by default.
import type { IntlShape } from 'react-intl';
import { storedChoice, useStoredValue } from '../../browser/stored-value';

export const temperatureUnits = ['celsius', 'fahrenheit'] as const;
type TemperatureUnit = (typeof temperatureUnits)[number];

export const storedUnit = storedChoice('temperature-unit:v1', temperatureUnits, 'celsius');

export function useTemperatureUnit(): TemperatureUnit {
  return useStoredValue(storedUnit, 'celsius');
}

/** `14°C`, as the language writes it. */
export function temperatureText(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  const written = { integer: figure(intl, celsius, unit), unit: unitSign(intl, unit) };
  // Formatted like zero, because CLDR's Turkish has a space before the unit only for 1.
  return intl
    .formatNumberToParts(0, { style: 'unit', unit })
    .map(({ type, value }) => (type === 'integer' || type === 'unit' ? written[type] : value))
    .join('');
}

/**
 * `°C`, after a number or alone. Not taken from `Intl`: in Hindi that is an unusual abbreviation such as 14°फ़ेरन, and
 * a page that was built elsewhere must have the same text as the browser.
 */
export function unitSign({ locale }: IntlShape, unit: TemperatureUnit): string {
  return (locale === 'ar' ? arabicSigns : latinSigns)[unit];
}

const latinSigns: Record<TemperatureUnit, string> = { celsius: '°C', fahrenheit: '°F' };
/** The degree sign would be moved to the right with the digits, away from its letter. */
const arabicSigns: Record<TemperatureUnit, string> = {
  celsius: '\u200f°م',
  fahrenheit: '\u200f°ف',
};

/** `14°`, beside a temperature with the unit. */
export function degreeText(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  return `${figure(intl, celsius, unit)}°`;
}

/** With a minus sign: the hyphen of `Intl` is short, and some screen readers skip it. */
function figure(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  return intl.formatNumber(degrees(celsius, unit)).replace('-', '\u2212');
}

/** Whole degrees; never minus zero. */
function degrees(celsius: number, unit: TemperatureUnit): number {
  return Math.round(unit === 'celsius' ? celsius : celsius * 1.8 + 32) + 0;
}
