// The place for the address; the previous one is shown until the next is loaded completely.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { FailedPage } from './failed-page';
import { loadNextPlace, standsAt, type Place } from './place';
import { pageOfPath } from './routes';

export function usePlace(initial: Place): Place {
  const { pathname } = useLocation();
  const [place, setPlace] = useState(initial);

  useEffect(() => {
    if (standsAt(place, pathname)) return;
    let current = true;
    loadNextPlace(pathname).then(
      (next) => {
        if (current) setPlace(next);
      },
      () => {
        if (current) setPlace((shown) => withoutConnection(shown, pathname));
      },
    );
    return () => {
      current = false;
    };
  }, [place, pathname]);

  return place;
}

/** If another page cannot be loaded, an error page is shown; the same page in another language stays as it is. */
function withoutConnection(shown: Place, path: string): Place {
  const page = pageOfPath(path);
  return page === shown.page ? shown : { ...shown, page, Page: FailedPage };
}
