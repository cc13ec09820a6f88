// Adds days off from a calendar file: shows what is in it, adds what is selected, and takes exactly that back.
import { useEffect, useRef, useState } from 'react';
import { FileUp } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { type FileContents, previewOf, type Preview } from '../../../components/files/contents';
import {
  EncodingList,
  faultText,
  openFile,
  LeftOutList,
  Lead,
} from '../../../components/files/open-file';
import { OfferGroup } from '../../../components/files/offer-group';
import { useFileToAdd } from '../../../components/files/use-file-to-add';
import { Button } from '../../../components/forms/button';
import { FormActions } from '../../../components/forms/dialog-form';
import { FileButton } from '../../../components/forms/file-button';
import { Column } from '../../../components/page/page-column';
import { SmallPrint, Wrong } from '../../../components/page/texts';
import { fullDateText } from '../../../i18n/date-text';
import { randomUuid } from '../../../identity/browser-id';
import { mostRanges, unionOfRanges, withoutDays, type DayRange } from '../../../model/days-off';
import { changeDaysOff, daysOff } from '../../../offline/days-off';
import { icon, space } from '../../../styles/theme';
import { smallText } from '../../../styles/type';

interface Found extends Pick<FileContents, 'isOfPerson' | 'lastDay'> {
  readonly preview: Preview;
}

export function HolidayImport() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const top = useRef<HTMLParagraphElement>(null);
  const [found, setFound] = useState<Found | null>(null);
  /** The days that were added; null if none were. */
  const [added, setAdded] = useState<readonly DayRange[] | null>(null);
  const { name, busy, fault, setFault, chosen, choose, ...file } = useFileToAdd({
    read,
    failureText: (failure) => {
      console.warn('a file could not be read:', failure);
      return faultText(intl, 'closed');
    },
  });

  // The button that opened the list is unmounted, and the focus with it.
  useEffect(() => {
    top.current?.focus();
  }, [found]);

  async function read(opened: File, encoding: string | null) {
    setAdded(null);
    const contents = await openFile(opened, 'daysOff', encoding);
    const none = { alarms: [], timers: [], cities: [], runs: [] };
    const preview = previewOf(contents, { ...none, daysOff: daysOff() }, randomUuid);
    const { isOfPerson, lastDay } = contents;
    setFound({ preview, isOfPerson, lastDay });
    return isOfPerson ? [] : preview.offers.map(({ key }) => key);
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
        <Lead ref={top}>
          <FormattedMessage
            id={isEmpty ? 'daysOff.importedNone' : 'restore.found'}
            values={{ file: <bdi key="file">{name}</bdi> }}
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
    <Choice>
      <FileButton
        $kind="quiet"
        label={formatMessage({ id: 'daysOff.import' })}
        accept=".ics,text/calendar"
        busy={busy}
        onFile={file.onFile}
      >
        <FileUp {...icon.medium} />
        {formatMessage({ id: busy ? 'restore.reading' : 'daysOff.import' })}
      </FileButton>
      {fault !== null && <Wrong role="alert">{fault}</Wrong>}
      <EncodingList encodings={file.encodings} onChoose={file.onEncoding} />
      <SmallPrint as="div" role="status">
        {added !== null && (
          <>
            {formatMessage({ id: 'daysOff.imported' }, { file: name, count: added.length })}
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
    </Choice>
  );
}

/** The button's text is aligned with the dialog's edge. */
const Choice = styled.div`
  > button {
    ${smallText}
    margin-inline-start: calc(-1 * ${space[16]});
    text-align: start;
  }
`;
