// What units and lengths are called, and what joins them: by the file of a language, the site's texts and `Intl`. Pure.
import type { IntlShape } from 'react-intl';
import { unitJoint } from '../i18n/duration-text';
import type { MessageId } from '../i18n/messages';
import type { Unit, Words } from './words';

export interface WholeLength {
  readonly seconds: number;
  /** That of the unit, whose smaller ones may follow. */
  readonly unit: number;
}

const unitSeconds: Readonly<Record<Unit, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
};

/** Understood in every language. */
export const internationalUnits = {
  h: 3600,
  min: 60,
  m: 60,
  '′': 60,
  sec: 1,
  s: 1,
  '″': 1,
} as const;
/** One of each form of a plural. */
const plurals = [0, 1, 2, 3, 5, 11, 100, 1.5];
/** The site's texts of units, and up to which number it writes them. */
const writtenUnits = [
  { unit: 3600, text: 'duration.partHours', most: 23 },
  { unit: 60, text: 'duration.partMinutes', most: 59 },
  { unit: 1, text: 'duration.partSeconds', most: 59 },
  { unit: 3600, text: 'duration.aloneHours', most: 23 },
  { unit: 60, text: 'duration.aloneMinutes', most: 59 },
  { unit: 1, text: 'duration.aloneSeconds', most: 59 },
] as const satisfies readonly { unit: number; text: MessageId; most: number }[];

export function unitTables(intl: IntlShape, words: Words, isForeign: boolean) {
  const units: [string, number][] = [];
  const wholeLengths: [string, WholeLength][] = [];
  for (const [unit, names] of Object.entries(words.units ?? {}) as [Unit, readonly string[]][]) {
    for (const name of names) units.push([name, unitSeconds[unit]]);
  }
  const add = (text: string, unit: number, value: number) => {
    if (/\p{Nd}/u.test(text)) units.push([text.replace(/[\p{Nd}.,]+/u, ''), unit]);
    else wholeLengths.push([text, { seconds: value * unit, unit }]);
  };
  for (const { unit, text, most } of isForeign ? [] : writtenUnits) {
    for (let value = 1; value <= most; value++)
      add(intl.formatMessage({ id: text }, { value }), unit, value);
  }
  for (const [name, unit] of Object.entries(unitSeconds)) {
    for (const unitDisplay of ['long', 'short', 'narrow'] as const) {
      for (const value of plurals) {
        add(intl.formatNumber(value, { style: 'unit', unit: name, unitDisplay }), unit, value);
      }
    }
  }
  for (const [text, seconds] of Object.entries(words.lengths ?? {})) {
    const unit = [3600, 60].find((one) => seconds >= one) ?? 1;
    wholeLengths.push([text, { seconds, unit: seconds % unit === 0 ? unit : unit / 60 }]);
  }
  return { units: [...Object.entries(internationalUnits), ...units], wholeLengths };
}

/** From the browser's lists, which the site writes its rules with, and between the site's units. */
export function listJoints(intl: IntlShape): readonly string[] {
  const lists = (['narrow', 'long'] as const).flatMap((style) =>
    (['conjunction', 'unit'] as const).flatMap((type) =>
      [2, 3].flatMap((count) => intl.formatListToParts(Array(count).fill(''), { type, style })),
    ),
  );
  return [
    ...lists.filter(({ type }) => type === 'literal').map(({ value }) => value),
    unitJoint(intl),
  ];
}
