// Imports a file: choosing it, previewing what would be added, and adding it without changing what exists.
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { FileUp } from 'lucide-react';
import { refetch } from '../../../rows/lists';
import { myCities, addMyCities } from '../../../offline/my-cities';
import { Button } from '../../../components/forms/button';
import { DialogForm, FormActions } from '../../../components/forms/dialog-form';
import { FileButton } from '../../../components/forms/file-button';
import { useToasts } from '../../../components/dialogs/toasts';
import { changeDaysOff, daysOff } from '../../../offline/days-off';
import { fetchSyncedList } from '../../../offline/synced-lists';
import { commitDeletions } from '../../../identity/account';
import { randomUuid } from '../../../identity/browser-id';
import { loadCities } from '../../../i18n/cities';
import { savedRuns, addRuns } from '../../../stopwatch/saved-runs';
import { failureText } from '../credentials-form';
import { SmallPrint } from '../../../components/page/texts';
import { Column } from '../../../components/page/page-column';
import { space, color, size, icon } from '../../../styles/theme';
import {
  isCertain,
  kinds,
  previewOf,
  type Kind,
  type Preview,
  type Offer,
} from '../../../components/files/contents';
import { openFile, EncodingList, Lead, LeftOutList } from '../../../components/files/open-file';
import { OfferGroup } from '../../../components/files/offer-group';
import { useFileToAdd } from '../../../components/files/use-file-to-add';
import { mostRanges, unionOfRanges } from '../../../model/days-off';
import { addRows, type Outcome } from '../../../rows/add-rows';

interface RestoreFormProps {
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

const noOutcomes: Outcomes = new Map();

export function RestoreForm({ onCancel, onDone }: RestoreFormProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [preview, setPreview] = useState<Preview | null>(null);
  const file = useFileToAdd({ read, failureText: (failure) => failureText(intl, failure) });
  const { chosen, choose } = file;
  const [outcomes, setOutcomes] = useState<Outcomes>(noOutcomes);
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const top = useRef<HTMLParagraphElement>(null);
  const progress = useRef<HTMLDivElement>(null);
  const hasRest = [...outcomes.values()].some((outcome) => outcome !== 'added');
  const isOver = preview !== null && hasRest && [...chosen].every((key) => outcomes.has(key));

  // The element that had the focus is unmounted.
  useEffect(() => {
    top.current?.focus();
  }, [preview, isOver]);

  // It comes after a list that may be long.
  useEffect(() => {
    progress.current?.scrollIntoView({ block: 'center' });
  }, [busy]);

  async function read(opened: File, encoding: string | null) {
    const found = await openFile(opened, 'alarms', encoding);
    // Otherwise they would count as present, and be deleted afterwards.
    await commitDeletions({ sends: false });
    const [alarms, timers] = await Promise.all([
      refetch('alarms'),
      refetch('timers'),
      found.daysOff.length > 0 && fetchSyncedList('days-off'),
      found.cities.length > 0 && loadCities(intl.locale),
    ]);
    const present = { alarms, timers, daysOff: daysOff(), cities: myCities(), runs: savedRuns() };
    const shown = previewOf(found, present, randomUuid);
    setPreview(shown);
    return shown.offers.filter(isCertain).map(({ key }) => key);
  }

  async function add() {
    if (preview === null || chosen.size === 0) return;
    setBusy(true);
    stop.current = new AbortController();
    const { signal } = stop.current;
    let settled: Outcomes;
    try {
      const offers = preview.offers.filter(({ key }) => chosen.has(key));
      settled = await addOffers(offers, outcomes, setOutcomes, signal);
    } catch (failure) {
      setBusy(false);
      toasts.showFailure(
        formatMessage({ id: 'restore.failedTitle' }),
        formatMessage({ id: 'restore.failedText' }, { reason: failureText(intl, failure) }),
      );
      return;
    }
    setBusy(false);
    const added = [...settled.values()].filter((outcome) => outcome === 'added').length;
    toasts.show({ title: formatMessage({ id: 'restore.added' }, { count: added }) });
    if (added === settled.size && !signal.aborted) onDone();
  }

  if (preview === null) return <FileChoice file={file} onCancel={onCancel} />;

  if (isOver) {
    const left = preview.offers.flatMap((offer) => {
      const reason = outcomes.get(offer.key);
      return reason === undefined || reason === 'added' ? [] : [{ offer, reason }];
    });
    return (
      <Column $gap={16}>
        <Lead ref={top}>{formatMessage({ id: 'restore.partly' })}</Lead>
        <LeftOutList offers={left} leftOut={[]} />
        <Button $kind="primary" onClick={onDone}>
          {formatMessage({ id: 'dialog.close' })}
        </Button>
      </Column>
    );
  }

  const unknown = preview.unknownZones;
  const words = (
    <>
      <Lead ref={top}>
        <FormattedMessage
          id={preview.offers.length > 0 ? 'restore.found' : 'restore.nothing'}
          values={{ file: <bdi key="file">{file.name}</bdi> }}
        />
      </Lead>
      {unknown.map((zone) => (
        <SmallPrint key={zone}>
          <FormattedMessage
            id="restore.unknownZone"
            values={{ zone: <bdi key="zone">{zone}</bdi>, taken: preview.zoneTaken }}
          />
        </SmallPrint>
      ))}
      {kinds.map((kind) => (
        <OfferGroup
          key={kind}
          kind={kind}
          offers={preview.offers.filter((offer) => offer.kind === kind)}
          here={preview.here[kind]}
          chosen={chosen}
          onChoose={choose}
        />
      ))}
      <LeftOutList offers={[]} leftOut={preview.leftOut} />
    </>
  );

  if (preview.offers.length === 0) {
    return (
      <Column $gap={16}>
        {words}
        <FormActions>
          <Button onClick={onCancel}>{formatMessage({ id: 'dialog.cancel' })}</Button>
          <Button
            $kind="primary"
            onClick={() => {
              setPreview(null);
            }}
          >
            {formatMessage({ id: 'restore.chooseOther' })}
          </Button>
        </FormActions>
      </Column>
    );
  }

  const done = [...chosen].filter((key) => outcomes.has(key)).length;
  return (
    <DialogForm
      onSubmit={() => void add()}
      busy={busy || chosen.size === 0}
      onCancel={onCancel}
      submitText="restore.add"
      busyText="restore.add"
    >
      {words}
      {busy && (
        <Progress ref={progress}>
          <span role="status">
            {formatMessage({ id: 'restore.addingSome' }, { done, count: chosen.size })}
          </span>
          <Button
            onClick={() => {
              stop.current?.abort();
            }}
          >
            {formatMessage({ id: 'restore.stop' })}
          </Button>
        </Progress>
      )}
    </DialogForm>
  );
}

interface FileChoiceProps {
  readonly file: ReturnType<typeof useFileToAdd>;
  readonly onCancel: () => void;
}

/** The first step of an import: choosing a file, and what is wrong with the chosen one. */
function FileChoice({ file, onCancel }: FileChoiceProps) {
  const { busy, fault, encodings } = file;
  const { formatMessage } = useIntl();
  const button = useRef<HTMLButtonElement>(null);

  // The button that opened this is unmounted, and the focus with it.
  useEffect(() => {
    button.current?.focus();
  }, []);

  return (
    <Column $gap={16}>
      <p>{formatMessage({ id: 'restore.text' })}</p>
      <SmallPrint>{formatMessage({ id: 'restore.safe' })}</SmallPrint>
      {fault !== null && <Fault role="alert">{fault}</Fault>}
      <EncodingList encodings={encodings} onChoose={file.onEncoding} />
      <FormActions>
        <Button onClick={onCancel}>{formatMessage({ id: 'dialog.cancel' })}</Button>
        <FileButton
          ref={button}
          $kind="primary"
          label={formatMessage({ id: 'restore.choose' })}
          accept=".json,.ics,application/json,text/calendar"
          busy={busy}
          onFile={file.onFile}
        >
          <FileUp {...icon.medium} />
          {formatMessage({ id: busy ? 'restore.reading' : 'restore.choose' })}
        </FileButton>
      </FormActions>
    </Column>
  );
}

type Outcomes = ReadonlyMap<string, Outcome>;

type Report = (some: readonly (readonly [key: string, Outcome])[]) => void;

/** Adds those of one kind, and reports the result of each, until `signal` stops it between two requests. */
type Add = (offers: readonly Offer[], report: Report, signal: AbortSignal) => Promise<void> | void;

/** How each kind is added, in this order: days off before the alarms, which are then created with their rings. */
const adding: Readonly<Record<Kind, Add>> = {
  cities: (offers, report) => {
    const cities = offers.filter((offer) => offer.kind === 'cities');
    const left = addMyCities(cities.map(({ found }) => found));
    report(cities.map(({ key, found }) => [key, left.includes(found) ? 'full' : 'added']));
  },
  runs: (offers, report) => {
    const runs = offers.filter((offer) => offer.kind === 'runs');
    const left = addRuns(runs.map(({ found }) => found));
    report(runs.map(({ key, found }) => [key, left.includes(found) ? 'full' : 'added']));
  },
  daysOff: (offers, report) => {
    for (const { key, found } of offers.filter((offer) => offer.kind === 'daysOff')) {
      const ranges = unionOfRanges(daysOff(), [found]);
      const isFull = ranges.length > mostRanges;
      if (!isFull) changeDaysOff(ranges);
      report([[key, isFull ? 'full' : 'added']]);
    }
  },
  alarms: (offers, report, signal) => {
    const alarms = offers.filter((offer) => offer.kind === 'alarms');
    const rows = alarms.map(({ key, found: { draft, skipped } }) => {
      return { key, draft, skips: skipped !== null };
    });
    return addRows('alarms', rows, report, signal);
  },
  timers: (offers, report, signal) => {
    const timers = offers.filter((offer) => offer.kind === 'timers');
    const rows = timers.map(({ key, found }) => ({ key, draft: found }));
    return addRows('timers', rows, report, signal);
  },
};

/**
 * Adds the offers that have no result yet, and reports all results after each, until `signal` stops it. Fails if the
 * server cannot be reached.
 */
async function addOffers(
  offers: readonly Offer[],
  before: Outcomes,
  onOutcomes: (outcomes: Outcomes) => void,
  signal: AbortSignal,
): Promise<Outcomes> {
  let outcomes = before;
  const report: Report = (some) => {
    outcomes = new Map([...outcomes, ...some]);
    onOutcomes(outcomes);
  };
  const open = offers.filter(({ key }) => !before.has(key));
  for (const add of Object.values(adding)) await add(open, report, signal);
  return outcomes;
}

const Progress = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
`;

const Fault = styled.p`
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.accent};
`;
