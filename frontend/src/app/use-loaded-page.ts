// The page for the address; the previous one is shown until the next is loaded completely.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { FailedPage } from './failed-page';
import { loadPersistently, reportLoadFailure } from '../loading/load-code';
import { loadNextPage, loadPage, isAtPath, type LoadedPage } from './loaded-page';
import { pageOfPath } from './routes';

export function useLoadedPage(initial: LoadedPage): LoadedPage {
  const { pathname } = useLocation();
  const [loaded, setLoaded] = useState(initial);

  useEffect(() => {
    if (isAtPath(loaded, pathname)) return;
    let current = true;
    loadNextPage(pathname).then(
      (next) => {
        if (current) setLoaded(next);
      },
      (failure: unknown) => {
        if (!current) return;
        if (pageOfPath(pathname) !== loaded.page) {
          setLoaded((shown) => ({ ...shown, page: pageOfPath(pathname), Page: FailedPage }));
          return;
        }
        // The same page in another language stays as it is until that is loaded.
        reportLoadFailure(failure);
        void loadPersistently(() => loadPage(pathname)).then((next) => {
          if (current) setLoaded(next);
        });
      },
    );
    return () => {
      current = false;
    };
  }, [loaded, pathname]);

  return loaded;
}
