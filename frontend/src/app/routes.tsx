// Which page stands at which path, each loaded as a chunk of its own.
import { lazy, Suspense, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { offeredCodes } from '../i18n/languages';
import { localisedPath } from '../i18n/paths';
import { sitePages, type PageId } from '../i18n/site-pages';

/** Where the code of each page is; its chunk is named `page-` and the page's id. */
const loaders: Record<PageId | 'not-found', () => Promise<ComponentType>> = {
  home: async () =>
    (await import(/* webpackChunkName: "page-home" */ '../features/home/home-page')).HomePage,
  stopwatch: async () =>
    (await import(/* webpackChunkName: "page-stopwatch" */ '../features/stopwatch/stopwatch-page'))
      .StopwatchPage,
  alarm: async () =>
    (await import(/* webpackChunkName: "page-alarm" */ '../features/alarm/alarm-page')).AlarmPage,
  timer: async () =>
    (await import(/* webpackChunkName: "page-timer" */ '../features/timer/timer-page')).TimerPage,
  'useful-tools': async () =>
    (
      await import(
        /* webpackChunkName: "page-useful-tools" */ '../features/useful-tools/useful-tools-page'
      )
    ).UsefulToolsPage,
  'not-found': async () =>
    (await import(/* webpackChunkName: "page-not-found" */ './not-found-page')).NotFoundPage,
};

const NotFoundPage = lazy(async () => ({ default: await loaders['not-found']() }));
const routes = sitePages.map(({ id, path }) => ({
  path,
  Page: lazy(async () => ({ default: await loaders[id]() })),
}));

/** The page of the current path. */
export function SiteRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        {routes.flatMap(({ path, Page }) =>
          offeredCodes.map((language) => {
            const localised = localisedPath(path, language);
            return <Route key={localised} path={localised} element={<Page />} />;
          }),
        )}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
