// Exports laps to the clipboard or a file.
import { useIntl } from 'react-intl';
import { Copy, Download } from 'lucide-react';
import { Button } from '../../components/forms/button';
import { saveFile } from '../../browser/save-file';
import { useToasts } from '../../components/dialogs/toasts';
import type { Lap } from '../../stopwatch/stopwatch';
import { icon } from '../../styles/icons';
import { lapsAsCsv, lapsAsText, type LapColumns } from './lap-export';

/** The two export buttons, to be placed in a row of actions. */
export function LapExport({ laps }: { readonly laps: readonly Lap[] }) {
  const { formatMessage } = useIntl();
  const { show, showFailure } = useToasts();
  const columns: LapColumns = {
    lap: formatMessage({ id: 'stopwatch.lapColumn' }),
    name: formatMessage({ id: 'stopwatch.nameColumn' }),
    lapTime: formatMessage({ id: 'stopwatch.lapTimeColumn' }),
    total: formatMessage({ id: 'stopwatch.totalColumn' }),
  };

  async function copy() {
    try {
      await navigator.clipboard.writeText(lapsAsText(laps, columns));
      show({ title: formatMessage({ id: 'stopwatch.copied' }) });
    } catch {
      // Refused, or no clipboard, as on pages without https.
      showFailure(formatMessage({ id: 'stopwatch.copyFailed' }));
    }
  }

  function download() {
    const inMilliseconds = {
      lapTime: formatMessage({ id: 'stopwatch.inMilliseconds' }, { column: columns.lapTime }),
      total: formatMessage({ id: 'stopwatch.inMilliseconds' }, { column: columns.total }),
    };
    saveFile('tokibako-laps.csv', 'text/csv', lapsAsCsv(laps, columns, inMilliseconds));
  }

  return (
    <>
      <Button $kind="quiet" onClick={() => void copy()}>
        <Copy {...icon.medium} />
        {formatMessage({ id: 'stopwatch.copy' })}
      </Button>
      <Button $kind="quiet" onClick={download}>
        <Download {...icon.medium} />
        {formatMessage({ id: 'stopwatch.download' })}
      </Button>
    </>
  );
}
