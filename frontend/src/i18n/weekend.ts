// The days of the weekend in the reader's country.
import { isAmong, weekInfo } from './weekdays';

/** Countries whose weekend is not Saturday and Sunday, from CLDR, for browsers without that information. */
const others: readonly (readonly [regions: string, days: readonly number[]])[] = [
  ['BH DZ EG IL IQ JO KW LY OM QA SA SD SY YE', [4, 5]],
  ['AF', [3, 4]],
  ['IR', [4]],
  ['IN UG', [6]],
];

/** Days from 0, a Monday, to 6. */
export function weekendOf(language: string): readonly number[] {
  const { info, region } = weekInfo(language);
  if (info !== undefined) return info.weekend.map((day) => day - 1);
  return others.find(([regions]) => isAmong(regions, region))?.[1] ?? [5, 6];
}
