// Maps paths to pages, and pages to the chunks with their code.
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { type PageId, languageOfPath, localisedPath } from '../pages/paths';
import { sitePages } from '../pages/site-pages';

export type ShownPage = PageId | 'not-found';

/** The code of a page; its chunk is named `page-` and the page's id. */
export const pageLoaders: Record<ShownPage, () => Promise<ComponentType>> = {
  home: async () =>
    (await import(/* webpackChunkName: "page-home" */ '../features/home/home-page')).HomePage,
  stopwatch: async () =>
    (await import(/* webpackChunkName: "page-stopwatch" */ '../features/stopwatch/stopwatch-page'))
      .StopwatchPage,
  alarm: async () =>
    (await import(/* webpackChunkName: "page-alarm" */ '../features/alarm/alarm-page')).AlarmPage,
  timer: async () =>
    (await import(/* webpackChunkName: "page-timer" */ '../features/timer/timer-page')).TimerPage,
  'digital-clock': async () =>
    (
      await import(
        /* webpackChunkName: "page-digital-clock" */ '../features/clocks/digital-clock-page'
      )
    ).DigitalClockPage,
  'analog-clock': async () =>
    (
      await import(
        /* webpackChunkName: "page-analog-clock" */ '../features/clocks/analog-clock-page'
      )
    ).AnalogClockPage,
  'useful-tools': async () =>
    (
      await import(
        /* webpackChunkName: "page-useful-tools" */ '../features/useful-tools/useful-tools-page'
      )
    ).UsefulToolsPage,
  privacy: async () =>
    (await import(/* webpackChunkName: "page-privacy" */ '../features/privacy/privacy-page'))
      .PrivacyPage,
  'not-found': async () =>
    (await import(/* webpackChunkName: "page-not-found" */ './not-found-page')).NotFoundPage,
};

export function showsCities(page: ShownPage): boolean {
  return page === 'digital-clock' || page === 'analog-clock';
}

export function pageOfPath(path: string): ShownPage {
  const language = languageOfPath(path);
  const page = sitePages.find((one) => {
    const pattern = { path: localisedPath(one.path, language), caseSensitive: true };
    return matchPath(pattern, path) !== null;
  });
  return page?.id ?? 'not-found';
}
