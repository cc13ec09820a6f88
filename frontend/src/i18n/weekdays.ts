// The days of the week as readers know them: their names, the day on which a week begins, and the weekend.
import type { IntlShape } from 'react-intl';
import { weekdays, type Alarm, type Repeat, type Weekday } from '../model/types';
import { nameOfDay } from './date-text';
import { lineStart } from './long-date-text';
import type { WeekStart } from '../settings/choices';

/** Offsets from the API's Monday-first order. */
const startsBy = {
  saturday: 5,
  sunday: 6,
} as const;

/**
 * Regions whose weeks begin on Saturday or Sunday, from CLDR, for browsers without that information. All others begin
 * on Monday.
 */
const saturdayRegions = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY';
const sundayRegions =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ ' +
  'NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW';

/** The seven days, from the first day of the reader's week on. */
export function weekOf(language: string, start: WeekStart = 'auto'): readonly Weekday[] {
  const first = start === 'auto' ? firstDay(language) : weekdays.indexOf(start);
  return [...weekdays.slice(first), ...weekdays.slice(0, first)];
}

/** The index of the first day of the week in the API's order. */
function firstDay(language: string): number {
  const { info, region } = weekInfo(language);
  if (info !== undefined) return info.firstDay - 1;
  if (isAmong(saturdayRegions, region)) return startsBy.saturday;
  return isAmong(sundayRegions, region) ? startsBy.sunday : 0;
}

function isAmong(regions: string, region: string): boolean {
  return regions.split(' ').includes(region);
}

/** The language with the visitor's region, if the browser's language is the page's. */
export function visitorLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

/**
 * What the browser knows of weeks in the reader's country, and that country. The browser knows it if its language is
 * the page's.
 */
function weekInfo(language: string): {
  readonly info: WeekInfo | undefined;
  readonly region: string;
} {
  const locale = new Intl.Locale(visitorLocale(language)) as LocaleWithWeek;
  return {
    info: locale.getWeekInfo?.() ?? locale.weekInfo,
    region: locale.maximize().region ?? '',
  };
}

/** Days from 1, a Monday, to 7. */
interface WeekInfo {
  readonly firstDay: number;
  readonly weekend: readonly number[];
}

interface LocaleWithWeek extends Intl.Locale {
  readonly getWeekInfo?: () => WeekInfo;
  readonly weekInfo?: WeekInfo;
}

/** The longest abbreviation that fits into one of seven buttons in a row. */
const longestShort = 5;

/** The shortest names that fit a button, with the full name of each. */
export function dayButtons(
  intl: IntlShape,
  days: readonly Weekday[],
): readonly { readonly day: Weekday; readonly text: string; readonly name: string }[] {
  const short = days.map((day) => nameOfDay(intl, day, 'short').replace(/\.$/, ''));
  const fits = short.every((text) => text.length <= longestShort);
  return days.map((day, index) => ({
    day,
    text: lineStart(
      (fits ? short[index] : undefined) ?? nameOfDay(intl, day, 'narrow'),
      intl.locale,
    ),
    name: nameOfDay(intl, day, 'long'),
  }));
}

/** `Mon, Wed, Fri`, in the order of the reader's week. */
export function daysText(
  intl: IntlShape,
  days: readonly Weekday[],
  start: WeekStart = 'auto',
): string {
  const names = weekOf(intl.locale, start)
    .filter((day) => days.includes(day))
    .map((day) => nameOfDay(intl, day, 'short'));
  return intl.formatList(names, {
    type: intl.locale === 'ko' ? 'unit' : 'conjunction',
    style: 'narrow',
  });
}

const workdays = weekdays.slice(0, 5);
const weekend = weekdays.slice(5);

/** The days of the week on which a rule rings each week; none for one that does not repeat by them. */
export function daysOf(repeat: Alarm['repeat'], chosen: readonly Weekday[]): readonly Weekday[] {
  switch (repeat) {
    case 'daily':
      return weekdays;
    case 'weekday':
      return workdays;
    case 'weekend':
      return weekend;
    case 'days':
      return chosen;
    case 'rule':
    case 'once':
    default:
      return [];
  }
}

/** The rule for these days, with its own name if it has one. */
export function ruleOf(days: readonly Weekday[]): { repeat: Repeat; days: Weekday[] } {
  const ordered = weekdays.filter((day) => days.includes(day));
  const named = (['daily', 'weekday', 'weekend', 'once'] as const).find(
    (repeat) => daysOf(repeat, []).join() === ordered.join(),
  );
  return { repeat: named ?? 'days', days: named === undefined ? ordered : [] };
}

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
