// Exports laps: as text to the clipboard, or as a CSV file (RFC 4180).
import { useIntl } from 'react-intl';
import { Copy, Download } from 'lucide-react';
import { Button } from '../../components/forms/button';
import { saveFile } from '../../browser/save-file';
import { useToasts } from '../../components/dialogs/toasts';
import type { Lap } from '../../stopwatch/stopwatch';
import { icon } from '../../styles/icons';
import { stopwatchText } from '../../i18n/stopwatch-text';

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

interface LapColumns {
  readonly lap: string;
  readonly name: string;
  readonly lapTime: string;
  readonly total: string;
}

/** Tab-separated, which every spreadsheet accepts; the oldest lap first. */
export function lapsAsText(laps: readonly Lap[], columns: LapColumns): string {
  const named = areNamed(laps);
  const head = [columns.lap, ...(named ? [columns.name] : []), columns.lapTime, columns.total];
  return [head, ...laps.map((lap) => shownRow(lap, named))].map((row) => row.join('\t')).join('\n');
}

/**
 * Times as shown and in milliseconds, the oldest lap first; the byte order mark tells spreadsheets that it is UTF-8.
 */
export function lapsAsCsv(
  laps: readonly Lap[],
  columns: LapColumns,
  inMilliseconds: Pick<LapColumns, 'lapTime' | 'total'>,
): string {
  const named = areNamed(laps);
  const head = [
    columns.lap,
    ...(named ? [columns.name] : []),
    columns.lapTime,
    columns.total,
    inMilliseconds.lapTime,
    inMilliseconds.total,
  ];
  const rows = laps.map((lap) => [
    ...shownRow(lap, named),
    String(lap.lapTime),
    String(lap.totalTime),
  ]);
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

/** The column of names exists if any lap has one. */
function areNamed(laps: readonly Lap[]): boolean {
  return laps.some(({ name }) => name !== '');
}

function shownRow({ number, name, lapTime, totalTime }: Lap, named: boolean): string[] {
  const times = [stopwatchText(lapTime), stopwatchText(totalTime)];
  return named ? [String(number), asText(name), ...times] : [String(number), ...times];
}

/** Spreadsheets would compute a name that begins like a formula; an apostrophe marks a text. */
function asText(name: string): string {
  return /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
