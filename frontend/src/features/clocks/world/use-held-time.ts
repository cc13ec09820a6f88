// The time that the digital clock shows: the present one, or one that is held, at first by the page's address.
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useInBrowser } from '../../../browser/in-browser';
import { hasTime, instantIn, withoutTime } from './link';

interface HeldTime {
  /** The held instant; null while the present time is shown. */
  readonly held: number | null;
  readonly hold: (instant: number) => void;
  /** Back to the present time, which also removes the time from the address, so that a reload shows it, too. */
  readonly letGo: () => void;
}

/** `minute` is the running one, `zone` the visitor's; both are null before hydration. */
export function useHeldTime(minute: number | null, zone: string | null): HeldTime {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const carried = useInBrowser(() => location.search, '');
  /** Undefined until somebody has moved the hand. */
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const ofAddress = minute === null || zone === null ? null : instantIn(carried, minute, zone);

  const letGo = useCallback(() => {
    setChosen(null);
    const { search } = location;
    if (hasTime(search))
      void navigate({ pathname, hash, search: withoutTime(search) }, { replace: true });
  }, [navigate, pathname, hash]);
  return { held: chosen === undefined ? ofAddress : chosen, hold: setChosen, letGo };
}
