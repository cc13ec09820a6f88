// The tab's title: the running time in whole seconds, or the page's own.
import { useIntl } from 'react-intl';
import { useDocumentTitle } from '../../browser/document-title';
import type { Stopwatch } from '../../stopwatch/stopwatch';
import { useElapsedSeconds } from '../../stopwatch/elapsed';
import { stopwatchParts } from '../../i18n/stopwatch-text';

/** Renders nothing, so that the page does not render again every second. */
export function StopwatchTitle({ stopwatch }: { readonly stopwatch: Stopwatch }) {
  const { formatMessage } = useIntl();
  const seconds = useElapsedSeconds(stopwatch);
  useDocumentTitle(
    seconds === null
      ? formatMessage({ id: 'stopwatch.pageTitle' })
      : formatMessage(
          { id: 'stopwatch.runningTitle' },
          { elapsed: stopwatchParts(seconds * 1000).seconds },
        ),
  );
  return null;
}
