// The place the address asks for; the one before stays on the page until the next can be shown whole.
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

/** Another page cannot be shown and says so; the same one stays readable in the language it has. */
function withoutConnection(shown: Place, path: string): Place {
  const page = pageOfPath(path);
  return page === shown.page ? shown : { ...shown, page, Page: FailedPage };
}
