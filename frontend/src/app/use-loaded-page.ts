// The page for the address; the previous one is shown until the next is loaded completely.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { FailedPage } from './failed-page';
import { loadNextPage, isAtPath, type LoadedPage } from './loaded-page';
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
      () => {
        if (current) setLoaded((shown) => withoutConnection(shown, pathname));
      },
    );
    return () => {
      current = false;
    };
  }, [loaded, pathname]);

  return loaded;
}

/** If another page cannot be loaded, an error page is shown; the same page in another language stays as it is. */
function withoutConnection(shown: LoadedPage, path: string): LoadedPage {
  const page = pageOfPath(path);
  return page === shown.page ? shown : { ...shown, page, Page: FailedPage };
}
