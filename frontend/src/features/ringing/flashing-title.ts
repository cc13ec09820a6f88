// The tab's title while something rings: it alternates between the ring's name and the page's own title.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { after } from '../../time/background-timer';
import { alertInTitle } from '../../browser/document-title';
import type { Occurrence } from '../../rings/occurrence';
import { nameOf } from './ring-words';

const eachMs = 1_000;

export function useFlashingTitle(ring: Occurrence | undefined): void {
  const intl = useIntl();
  const text = ring === undefined ? null : nameOf(intl, ring);
  useEffect(() => {
    if (text === null) return;
    let shown = false;
    let cancel: () => void = () => undefined;
    const flash = () => {
      shown = !shown;
      alertInTitle(shown ? text : null);
      cancel = after(eachMs, flash);
    };
    flash();
    return () => {
      cancel();
      alertInTitle(null);
    };
  }, [text]);
}
