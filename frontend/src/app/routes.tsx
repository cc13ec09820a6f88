// Which page stands at which path, each loaded as a chunk of its own.
import { lazy, Suspense, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { offeredCodes } from '../i18n/languages';
import { localisedPath } from '../i18n/paths';
import { sitePages, type PageId } from '../i18n/site-pages';

const pages: Record<PageId, ComponentType> = {
  home: lazy(async () => {
    const page = await import(/* webpackChunkName: "page-home" */ '../features/home/home-page');
    return { default: page.HomePage };
  }),
  alarm: lazy(async () => {
    const page = await import(/* webpackChunkName: "page-alarm" */ '../features/alarm/alarm-page');
    return { default: page.AlarmPage };
  }),
  timer: lazy(async () => {
    const page = await import(/* webpackChunkName: "page-timer" */ '../features/timer/timer-page');
    return { default: page.TimerPage };
  }),
  'useful-tools': lazy(async () => {
    const page = await import(
      /* webpackChunkName: "page-useful-tools" */ '../features/useful-tools/useful-tools-page'
    );
    return { default: page.UsefulToolsPage };
  }),
};

const NotFoundPage = lazy(async () => {
  const page = await import(/* webpackChunkName: "page-not-found" */ './not-found-page');
  return { default: page.NotFoundPage };
});

/** The page of the current path. */
export function SiteRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        {sitePages.flatMap((page) => {
          const Page = pages[page.id];
          return offeredCodes.map((language) => {
            const path = localisedPath(page.path, language);
            return <Route key={path} path={path} element={<Page />} />;
          });
        })}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
