// The tab's title: the running timer that ends first, or the page's own.
import { useIntl } from 'react-intl';
import { endOf, firstToEnd } from '../../rings/timer-remaining';
import type { Timer } from '../../model/types';
import { useDocumentTitle } from '../../browser/document-title';
import { useRemainingSeconds } from '../../time/remaining-seconds';
import { countdownText } from '../../i18n/duration-text';
import { timerName } from './timer-words';

export function useTimerTitle(timers: readonly Timer[] | undefined): void {
  const intl = useIntl();
  const first = firstToEnd(timers ?? []);
  const seconds = useRemainingSeconds(first === null ? null : endOf(first));
  useDocumentTitle(
    first === null || seconds === null
      ? intl.formatMessage({ id: 'timer.pageTitle' })
      : intl.formatMessage(
          { id: 'timer.runningTitle' },
          { remaining: countdownText(seconds), name: timerName(intl, first) },
        ),
  );
}
