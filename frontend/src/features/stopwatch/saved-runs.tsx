// The saved runs of the stopwatch: the button that saves one, and the list, with the time and laps of each and its
// actions.
import { useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import { ChevronDown, Trash2, Bookmark } from 'lucide-react';
import styled from 'styled-components';
import { useToasts } from '../../components/dialogs/toasts';
import { Button } from '../../components/forms/button';
import { NameInput } from '../../components/forms/name-input';
import { DottedParts } from '../../components/page/dotted-parts';
import { Section, SectionTitle } from '../../components/page/page-column';
import { stopwatchText } from '../../i18n/stopwatch-text';
import { type SavedRun, mostRuns } from '../../stopwatch/saved-run';
import { deleteRun, nameRun, restoreRun, useSavedRuns, saveRun } from '../../stopwatch/saved-runs';
import { lapsOf } from '../../stopwatch/stopwatch';
import { dateTimeText, useHourOptions } from '../../i18n/date-text';
import { icon } from '../../styles/icons';
import { lapDigits, stopwatchSize } from '../../styles/stopwatch';
import { color, motion, size, space } from '../../styles/theme';
import { LapActions, LapTable } from './laps';
import { LapExport } from './lap-export';
import { SmallPrint } from '../../components/page/texts';
import { elapsedOn, presentStopwatch } from '../../stopwatch/stopwatch-store';

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
      title: formatMessage({ id: 'stopwatch.runDeleted' }),
      action: {
        text: formatMessage({ id: 'toast.undo' }),
        run: () => {
          restoreRun(run);
        },
      },
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

/** The button that saves the stopwatch's time and laps as a run. */
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
