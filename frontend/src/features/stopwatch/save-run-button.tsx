// The button that saves the stopwatch's time and laps as a run.
import { useIntl } from 'react-intl';
import { Bookmark } from 'lucide-react';
import { useToasts } from '../../components/dialogs/toasts';
import { Button } from '../../components/forms/button';
import { mostRuns } from '../../stopwatch/saved-run';
import { saveRun } from '../../stopwatch/saved-runs';
import { elapsedOn, presentStopwatch } from '../../stopwatch/stopwatch-store';
import { icon } from '../../styles/icons';

export function SaveRunButton() {
  const { formatMessage } = useIntl();
  const { show } = useToasts();

  function save() {
    const stopwatch = presentStopwatch();
    const isSaved = saveRun(stopwatch, elapsedOn(stopwatch), Date.now());
    show(
      isSaved
        ? { title: formatMessage({ id: 'stopwatch.runSaved' }) }
        : {
            title: formatMessage({ id: 'stopwatch.runsFull' }, { count: mostRuns }),
            tone: 'destructive',
          },
    );
  }

  return (
    <Button $kind="quiet" onClick={save}>
      <Bookmark {...icon.medium} />
      {formatMessage({ id: 'stopwatch.saveRun' })}
    </Button>
  );
}
