// Imports a file: choosing it, previewing what would be added, and adding it without changing what exists.
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
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
import { synchronisedNow } from '../../../time/synchronised-time';
import { visitorZone } from '../../../time/visitor-zone';
import { failureText } from '../failure-text';
import { addOffers, type Outcomes } from './add-offers';
import { FileError, mostItems, type FileFault } from './contents';
import { FileChoice } from './file-choice';
import { LeftOutList } from './left-out-list';
import { OfferGroup } from './offer-group';
import { SmallPrint } from '../../../components/page/texts';
import { kinds, previewOf, type Preview } from './preview';
import { fileContents, mostMegabytes } from './read-file';
import { Column } from '../../../components/page/column';

interface RestoreFormProps {
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

const noOutcomes: Outcomes = new Map();

export function RestoreForm({ onCancel, onDone }: RestoreFormProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [fileName, setFileName] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<Outcomes>(noOutcomes);
  const [busy, setBusy] = useState(false);
  const top = useRef<HTMLParagraphElement>(null);
  const rest = [...outcomes].filter(([, outcome]) => outcome !== 'added');
  const isOver =
    preview !== null && rest.length > 0 && [...chosen].every((key) => outcomes.has(key));

  // The element that had the focus is unmounted.
  useEffect(() => {
    top.current?.focus();
  }, [preview, isOver]);

  async function read(file: File) {
    setBusy(true);
    setFault(null);
    try {
      const found = await fileContents(file, synchronisedNow(), visitorZone());
      const [alarms, timers] = await Promise.all([
        refetch('alarms'),
        refetch('timers'),
        found.daysOff.length > 0 && fetchDaysOff(),
        found.cities.length > 0 && loadCities(intl.locale),
      ]);
      const present = { alarms, timers, daysOff: daysOff(), cities: myCities(), runs: savedRuns() };
      const shown = previewOf(found, present, randomUuid);
      setFileName(file.name);
      setChosen(new Set(shown.offers.map(({ key }) => key)));
      setPreview(shown);
    } catch (failure) {
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
    let settled: Outcomes;
    try {
      const offers = preview.offers.filter(({ key }) => chosen.has(key));
      settled = await addOffers(offers, outcomes, setOutcomes);
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
    if (added === settled.size) onDone();
  }

  function choose(keys: readonly string[], isChosen: boolean) {
    const others = [...chosen].filter((key) => !keys.includes(key));
    setChosen(new Set(isChosen ? [...others, ...keys] : others));
  }

  if (preview === null) {
    return (
      <FileChoice
        busy={busy}
        fault={fault}
        onCancel={onCancel}
        onFile={(file) => void read(file)}
      />
    );
  }

  if (isOver) {
    const left = rest.flatMap(([key, reason]) => {
      const offer = preview.offers.find((one) => one.key === key);
      return offer === undefined || reason === 'added' ? [] : [{ offer, reason }];
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
          values={{ file: <bdi key="file">{fileName}</bdi> }}
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

  return (
    <DialogForm
      onSubmit={(event) => void add(event)}
      busy={busy || chosen.size === 0}
      onCancel={onCancel}
      submitText="restore.add"
      busyText={busy ? 'restore.adding' : 'restore.add'}
    >
      {words}
    </DialogForm>
  );
}

/** Explains what is wrong with a file, and what to do. */
function faultText({ formatMessage }: IntlShape, fault: FileFault): string {
  switch (fault) {
    case 'tooLarge':
      return formatMessage({ id: 'restore.tooLarge' }, { most: mostMegabytes });
    case 'tooMany':
      return formatMessage({ id: 'restore.tooMany' }, { most: mostItems });
    case 'damaged':
      return formatMessage({ id: 'restore.damaged' });
    case 'unknown':
      return formatMessage({ id: 'restore.unknownFile' });
    case 'calendar':
      return formatMessage({ id: 'restore.badCalendar' });
    case 'closed':
      return formatMessage({ id: 'restore.closed' });
  }
}

const Lead = styled.p`
  overflow-wrap: anywhere;
  outline: none;
`;
