// The saved runs of the stopwatch: the button that saves one, and the list, with the time and laps of each and its
// actions; laps as text and as CSV.
import { useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import { ChevronDown, Trash2, Bookmark, Copy, Download } from 'lucide-react';
import styled from 'styled-components';
import { useToasts } from '../../components/dialogs/toasts';
import { Button } from '../../components/forms/button';
import { NameInput } from '../../components/forms/name-input';
import { DottedParts } from '../../components/page/dotted-parts';
import { Section, SectionTitle } from '../../components/page/page-column';
import { stopwatchText } from '../../i18n/duration-text';
import { type SavedRun, mostRuns, lapsOf, type Lap } from '../../stopwatch/stopwatch';
import {
  deleteRun,
  nameRun,
  onRunsChange,
  restoreRun,
  savedRuns,
  useSavedRuns,
  saveRun,
} from '../../stopwatch/saved-runs';
import { dateTimeText, useHourOptions } from '../../i18n/date-text';
import { icon, color, motion, size, space } from '../../styles/theme';
import { lapDigits, stopwatchSize } from '../../styles/stopwatch';
import { LapActions, LapTable } from './laps';
import { SmallPrint } from '../../components/page/texts';
import { elapsedOn, presentStopwatch } from '../../stopwatch/stopwatch-store';
import { saveFile } from '../../browser/save-file';

export function SavedRuns() {
  const { formatMessage } = useIntl();
  const title = useId();
  const runs = useSavedRuns();
  const list = useRef<HTMLUListElement>(null);
  if (runs.length === 0) return null;
  return (
    <Section aria-labelledby={title}>
      <SectionTitle id={title}>{formatMessage({ id: 'stopwatch.runs' })}</SectionTitle>
      <List ref={list}>
        {runs.map((run) => (
          <Run
            key={run.savedAt}
            run={run}
            onDelete={() => {
              list.current?.focus();
            }}
          />
        ))}
      </List>
    </Section>
  );
}

interface RunProps {
  readonly run: SavedRun;
  /** Receives the focus from a run that is removed. */
  readonly onDelete: () => void;
}

function Run({ run, onDelete }: RunProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { show } = useToasts();
  const hours = useHourOptions();
  const laps = lapsOf(run, run.elapsed);
  const savedAt = dateTimeText(intl, run.savedAt, 'medium', hours);

  function remove() {
    onDelete();
    deleteRun(run.savedAt);
    show({
      kind: 'run deleted',
      title: (count) => formatMessage({ id: 'stopwatch.runDeleted' }, { count }),
      undo: () => {
        restoreRun(run);
      },
      canUndo: () => !savedRuns().some(({ savedAt: other }) => other === run.savedAt),
      subscribe: onRunsChange,
    });
  }

  return (
    <li>
      <Details>
        <Summary>
          <Elapsed>{stopwatchText(run.elapsed)}</Elapsed>
          <What>
            {run.name !== '' && <RunName>{run.name}</RunName>}
            <SmallPrint as="span">
              <DottedParts
                parts={[
                  savedAt,
                  formatMessage({ id: 'stopwatch.runLaps' }, { count: laps.length }),
                ]}
              />
            </SmallPrint>
          </What>
          <ChevronDown {...icon.medium} />
        </Summary>
        <Inside>
          <NameInput
            label={formatMessage({ id: 'stopwatch.runName' })}
            placeholder={formatMessage({ id: 'stopwatch.nameColumn' })}
            name={run.name}
            onName={(name) => {
              nameRun(run.savedAt, name);
            }}
          />
          {laps.length > 0 && <LapTable laps={laps} />}
          <LapActions>
            {laps.length > 0 && <LapExport laps={laps} />}
            <Button $kind="quiet" onClick={remove}>
              <Trash2 {...icon.medium} />
              {formatMessage({ id: 'stopwatch.deleteRun' })}
            </Button>
          </LapActions>
        </Inside>
      </Details>
    </li>
  );
}

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

const List = styled.ul.attrs({ tabIndex: -1 })`
  outline: none;
  display: grid;
  max-inline-size: ${stopwatchSize.runs};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Details = styled.details`
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Summary = styled.summary`
  display: grid;
  grid-template-columns: ${stopwatchSize.runTime} minmax(0, 1fr) auto;
  gap: ${space[16]};
  align-items: center;
  min-block-size: ${size.touch};
  padding-block: ${space[12]};
  list-style: none;
  cursor: pointer;

  &::-webkit-details-marker {
    display: none;
  }

  svg {
    color: ${color.inkSoft};
    transition: rotate ${motion.quick};
  }

  [open] > & svg {
    rotate: 180deg;
  }
`;

const Elapsed = styled.span`
  ${lapDigits}
  /* At the edge of the page, on whichever side that is. */
  direction: inherit;
  text-align: start;
`;

const What = styled.span`
  display: grid;
  min-inline-size: 0;
`;

const RunName = styled.span`
  overflow-wrap: anywhere;
`;

const Inside = styled.div`
  display: grid;
  padding-block-end: ${space[16]};

  input {
    margin-inline-start: calc(-1 * (${space[8]} + ${size.hairline}));
    min-block-size: ${size.touch};
  }
`;
