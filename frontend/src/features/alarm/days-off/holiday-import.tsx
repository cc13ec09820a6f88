// Adds days off from a calendar file: shows what is in it, adds what is selected, and takes exactly that back.
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { FileUp } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import {
  FileError,
  type EncodingChoice,
  type FileContents,
  previewOf,
  type Preview,
} from '../../../components/files/contents';
import {
  EncodingList,
  faultText,
  openFile,
  LeftOutList,
} from '../../../components/files/open-file';
import { OfferGroup } from '../../../components/files/offer-group';
import { Button } from '../../../components/forms/button';
import { FormActions } from '../../../components/forms/dialog-form';
import { Column } from '../../../components/page/page-column';
import { SmallPrint, Wrong } from '../../../components/page/texts';
import { fullDateText } from '../../../i18n/date-text';
import { randomUuid } from '../../../identity/browser-id';
import { mostRanges, unionOfRanges, withoutDays, type DayRange } from '../../../model/days-off';
import { daysOff } from '../../../offline/days-off';
import { changeDaysOff } from '../../../offline/days-off-sync';
import { icon, space } from '../../../styles/theme';
import { smallText } from '../../../styles/type';

interface Found extends Pick<FileContents, 'isOfPerson' | 'lastDay'> {
  readonly preview: Preview;
}

export function HolidayImport() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const input = useRef<HTMLInputElement>(null);
  const top = useRef<HTMLParagraphElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [encodings, setEncodings] = useState<readonly EncodingChoice[]>([]);
  const [found, setFound] = useState<Found | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The days that were added; null if none were. */
  const [added, setAdded] = useState<readonly DayRange[] | null>(null);

  // The button that opened the list is unmounted, and the focus with it.
  useEffect(() => {
    top.current?.focus();
  }, [found]);

  async function read(opened: File, encoding: string | null = null) {
    setBusy(true);
    setFile(opened);
    setFault(null);
    setEncodings([]);
    setAdded(null);
    try {
      const contents = await openFile(opened, 'daysOff', encoding);
      const none = { alarms: [], timers: [], cities: [], runs: [] };
      const preview = previewOf(contents, { ...none, daysOff: daysOff() }, randomUuid);
      const { isOfPerson, lastDay } = contents;
      setFound({ preview, isOfPerson, lastDay });
      setChosen(new Set(isOfPerson ? [] : preview.offers.map(({ key }) => key)));
    } catch (failure) {
      if (!(failure instanceof FileError)) console.warn('a file could not be read:', failure);
      setEncodings(failure instanceof FileError ? failure.encodings : []);
      setFault(faultText(intl, failure instanceof FileError ? failure.fault : 'closed'));
    } finally {
      setBusy(false);
    }
  }

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [opened] = currentTarget.files ?? [];
    // So that the same file can be chosen again.
    currentTarget.value = '';
    if (opened !== undefined) void read(opened);
  }

  function choose(keys: readonly string[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isChosen) next.add(key);
      else next.delete(key);
    }
    setChosen(next);
  }

  function add({ offers }: Preview) {
    const ranges = offers.flatMap((offer) =>
      offer.kind === 'daysOff' && chosen.has(offer.key) ? [offer.found] : [],
    );
    // Another tab or device may have changed the list since the file was read.
    const before = daysOff();
    const fresh = before.reduce<readonly DayRange[]>(withoutDays, unionOfRanges([], ranges));
    const merged = unionOfRanges(before, fresh);
    if (merged.length > mostRanges) {
      setFault(formatMessage({ id: 'daysOff.tooMany' }, { most: mostRanges }));
      return;
    }
    changeDaysOff(merged);
    setAdded(fresh);
    setFault(null);
    setFound(null);
  }

  function undo(ranges: readonly DayRange[]) {
    // Only the days that still are what was added: others may have been named or removed since.
    const rest = ranges.reduce<readonly DayRange[]>(
      (list, range) =>
        list.flatMap((one) => (one.label === range.label ? withoutDays([one], range) : [one])),
      daysOff(),
    );
    changeDaysOff(rest);
    setAdded(null);
  }

  if (found !== null) {
    const { preview, isOfPerson, lastDay } = found;
    const isEmpty = preview.offers.length === 0;
    return (
      <Column $gap={16}>
        <Lead ref={top} tabIndex={-1}>
          <FormattedMessage
            id={isEmpty ? 'daysOff.importedNone' : 'restore.found'}
            values={{ file: <bdi key="file">{file?.name}</bdi> }}
          />
        </Lead>
        {isOfPerson && !isEmpty && (
          <SmallPrint>{formatMessage({ id: 'daysOff.ofPerson' })}</SmallPrint>
        )}
        <OfferGroup
          kind="daysOff"
          offers={preview.offers}
          here={preview.here.daysOff}
          isOpen
          chosen={chosen}
          onChoose={choose}
        />
        {lastDay && (
          <SmallPrint>
            {formatMessage({ id: 'daysOff.lastDay' }, { day: fullDateText(intl, lastDay) })}
          </SmallPrint>
        )}
        <LeftOutList offers={[]} leftOut={preview.leftOut} />
        {fault !== null && <Wrong role="alert">{fault}</Wrong>}
        <FormActions>
          <Button
            onClick={() => {
              setFault(null);
              setFound(null);
            }}
          >
            {formatMessage({ id: 'dialog.cancel' })}
          </Button>
          {!isEmpty && (
            <Button
              $kind="primary"
              aria-disabled={chosen.size === 0}
              onClick={() => {
                if (chosen.size > 0) add(preview);
              }}
            >
              {formatMessage({ id: 'restore.add' })}
            </Button>
          )}
        </FormActions>
      </Column>
    );
  }

  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".ics,text/calendar"
        aria-label={formatMessage({ id: 'daysOff.import' })}
        onChange={take}
      />
      <Choose
        $kind="quiet"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) input.current?.click();
        }}
      >
        <FileUp {...icon.medium} />
        {formatMessage({ id: busy ? 'restore.reading' : 'daysOff.import' })}
      </Choose>
      {fault !== null && <Wrong role="alert">{fault}</Wrong>}
      <EncodingList
        encodings={encodings}
        onChoose={(encoding) => {
          if (file !== null) void read(file, encoding);
        }}
      />
      <SmallPrint as="div" role="status">
        {added !== null && (
          <>
            {formatMessage(
              { id: 'daysOff.imported' },
              { file: file?.name ?? '', count: added.length },
            )}
            <Button
              $kind="quiet"
              onClick={() => {
                undo(added);
              }}
            >
              {formatMessage({ id: 'toast.undo' })}
            </Button>
          </>
        )}
      </SmallPrint>
    </div>
  );
}

const Lead = styled.p`
  overflow-wrap: anywhere;
  outline: none;
`;

/** A button whose text is aligned with the dialog's edge. */
const Choose = styled(Button)`
  ${smallText}
  margin-inline-start: calc(-1 * ${space[16]});
  text-align: start;
`;
