// Temperatures in the unit the visitor chose; degrees Celsius until they do.
import type { IntlShape } from 'react-intl';
import { storedValue, useStoredValue } from '../../browser/stored-value';

export const temperatureUnits = ['celsius', 'fahrenheit'] as const;
export type TemperatureUnit = (typeof temperatureUnits)[number];

export const keptUnit = storedValue<TemperatureUnit>(
  'temperature-unit:v1',
  'celsius',
  (stored) => temperatureUnits.find((unit) => unit === stored) ?? null,
);

export function useTemperatureUnit(): TemperatureUnit {
  return useStoredValue(keptUnit, 'celsius');
}

/** `14°C`, as the language writes it. */
export function temperatureText(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  const written = { integer: figure(intl, celsius, unit), unit: unitSign(intl, unit) };
  // As nought is written: Turkish alone is said to part its one degree, and no other number, from the sign.
  return intl
    .formatNumberToParts(0, { style: 'unit', unit })
    .map(({ type, value }) => (type === 'integer' || type === 'unit' ? written[type] : value))
    .join('');
}

/**
 * `°C`, beside a figure and alone. Not `Intl`'s: in Hindi that is an abbreviation which nobody reads, such as 14°फ़ेरन, and
 * a page that was made elsewhere has to say the same as the browser.
 */
export function unitSign({ locale }: IntlShape, unit: TemperatureUnit): string {
  return (locale === 'ar' ? arabicSigns : latinSigns)[unit];
}

const latinSigns: Record<TemperatureUnit, string> = { celsius: '°C', fahrenheit: '°F' };
/** The degrees would go with the digits to the right, away from their letter. */
const arabicSigns: Record<TemperatureUnit, string> = {
  celsius: '\u200f°م',
  fahrenheit: '\u200f°ف',
};

/** `14°`, beside one that has the unit. */
export function degreeText(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  return `${figure(intl, celsius, unit)}°`;
}

/** With a minus sign: the hyphen that `Intl` writes is short and left out by some screen readers. */
function figure(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  return intl.formatNumber(degrees(celsius, unit)).replace('-', '\u2212');
}

/** Whole degrees; never minus zero. */
function degrees(celsius: number, unit: TemperatureUnit): number {
  return Math.round(unit === 'celsius' ? celsius : celsius * 1.8 + 32) + 0;
}
