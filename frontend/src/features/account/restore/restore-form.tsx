// Imports a file: choosing it, previewing what would be added, and adding it without changing what exists.
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { refetch } from '../../../rows/lists';
import { myCities } from '../../../api/my-cities';
import { Button } from '../../../components/forms/button';
import { DialogForm, FormActions } from '../../../components/forms/dialog-form';
import { useToasts } from '../../../components/dialogs/toasts';
import { daysOff } from '../../../offline/days-off';
import { fetchDaysOff } from '../../../offline/days-off-sync';
import { randomUuid } from '../../../identity/browser-id';
import { loadCities } from '../../../i18n/cities';
import { savedRuns } from '../../../stopwatch/saved-runs';
import { failureText } from '../failure-text';
import { addOffers, type Outcomes } from './add-offers';
import { FileChoice } from './file-choice';
import { SmallPrint } from '../../../components/page/texts';
import { Column } from '../../../components/page/column';
import { space } from '../../../styles/theme';
import { FileError, type EncodingChoice } from '../../../components/files/contents';
import { faultText } from '../../../components/files/fault-text';
import { LeftOutList } from '../../../components/files/left-out-list';
import { OfferGroup } from '../../../components/files/offer-group';
import { openFile } from '../../../components/files/open-file';
import { isCertain, kinds, previewOf, type Preview } from '../../../components/files/preview';

interface RestoreFormProps {
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

const noOutcomes: Outcomes = new Map();

export function RestoreForm({ onCancel, onDone }: RestoreFormProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [file, setFile] = useState<File | null>(null);
  const [encodings, setEncodings] = useState<readonly EncodingChoice[]>([]);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
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

  async function read(opened: File, encoding: string | null = null) {
    setBusy(true);
    setFault(null);
    setEncodings([]);
    setFile(opened);
    try {
      const found = await openFile(opened, 'alarms', encoding);
      const [alarms, timers] = await Promise.all([
        refetch('alarms'),
        refetch('timers'),
        found.daysOff.length > 0 && fetchDaysOff(),
        found.cities.length > 0 && loadCities(intl.locale),
      ]);
      const present = { alarms, timers, daysOff: daysOff(), cities: myCities(), runs: savedRuns() };
      const shown = previewOf(found, present, randomUuid);
      setChosen(new Set(shown.offers.filter(isCertain).map(({ key }) => key)));
      setPreview(shown);
    } catch (failure) {
      if (failure instanceof FileError) setEncodings(failure.encodings);
      setFault(
        failure instanceof FileError ? faultText(intl, failure.fault) : failureText(intl, failure),
      );
    } finally {
      setBusy(false);
    }
  }

  async function add(event: SyntheticEvent) {
    event.preventDefault();
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

  function choose(keys: readonly string[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isChosen) next.add(key);
      else next.delete(key);
    }
    setChosen(next);
  }

  if (preview === null) {
    return (
      <FileChoice
        busy={busy}
        fault={fault}
        encodings={encodings}
        onEncoding={(encoding) => {
          if (file !== null) void read(file, encoding);
        }}
        onCancel={onCancel}
        onFile={(file) => void read(file)}
      />
    );
  }

  if (isOver) {
    const left = preview.offers.flatMap((offer) => {
      const reason = outcomes.get(offer.key);
      return reason === undefined || reason === 'added' ? [] : [{ offer, reason }];
    });
    return (
      <Column $gap={16}>
        <Lead ref={top} tabIndex={-1}>
          {formatMessage({ id: 'restore.partly' })}
        </Lead>
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
      <Lead ref={top} tabIndex={-1}>
        <FormattedMessage
          id={preview.offers.length > 0 ? 'restore.found' : 'restore.nothing'}
          values={{ file: <bdi key="file">{file?.name}</bdi> }}
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
      onSubmit={(event) => void add(event)}
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

const Lead = styled.p`
  overflow-wrap: anywhere;
  outline: none;
`;

const Progress = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
`;
