// What the visitor has set for the whole site: the hours of its clocks, and the first day of the week.
import { storedValue } from './stored-value';

/** `auto` is as each page has it: 24 hours, but for am and pm on the page of analog clocks and in dates of the language. */
export const hourChoices = ['auto', 'h24', 'h12'] as const;
export type HourChoice = (typeof hourChoices)[number];

/** `auto` is as in the visitor's country. */
export const weekStarts = ['auto', 'mon', 'sat', 'sun'] as const;
export type WeekStart = (typeof weekStarts)[number];

export interface SiteSettings {
  readonly hours: HourChoice;
  readonly weekStart: WeekStart;
}

export const usualSiteSettings: SiteSettings = { hours: 'auto', weekStart: 'auto' };

export const siteSettings = storedValue<SiteSettings>(
  'site-settings:v1',
  usualSiteSettings,
  (stored) => {
    const { hours, weekStart } = { ...usualSiteSettings, ...(stored as Partial<SiteSettings>) };
    return hourChoices.includes(hours) && weekStarts.includes(weekStart)
      ? { hours, weekStart }
      : null;
  },
);
