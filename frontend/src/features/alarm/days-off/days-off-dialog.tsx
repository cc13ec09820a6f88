// The days off: a calendar of two months, the chosen days as fields, holidays from a file, and the list.
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Wrong, SmallPrint } from '../../../components/page/texts';
import { Dialog } from '../../../components/dialogs/dialog';
import { isoDay } from '../../../i18n/time-text';
import { dayNumber, dayOfNumber } from '../../../model/calendar-day';
import { mostRanges, withoutDays, withRange, type DayRange } from '../../../model/days-off';
import { daysOff as daysOffNow, useDaysOff, useDaysOffRefusal } from '../../../offline/days-off';
import { changeDaysOff, fetchDaysOff } from '../../../offline/days-off-sync';
import { synchronisedNow } from '../../../time/synchronised-time';
import { visitorZone } from '../../../time/visitor-zone';
import { Calendar } from './calendar';
import { HolidayImport } from './holiday-import';
import type { Selection } from './month-grid';
import { RangeFields } from './range-fields';
import { RangeList } from './range-list';
import { Column } from '../../../components/page/column';

const none: DayRange = { from: '', to: '', label: '' };

export function DaysOffDialog({ onClose }: { readonly onClose: () => void }) {
  const { formatMessage } = useIntl();
  const daysOff = useDaysOff();
  const isRefused = useDaysOffRefusal();
  const [today] = useState(() => isoDay(synchronisedNow(), visitorZone()));
  const [range, setRange] = useState(none);
  const [error, setError] = useState<string | null>(null);
  /** The range of the list that the fields show. */
  const [known, setKnown] = useState<DayRange | null>(null);

  useEffect(() => {
    void fetchDaysOff().catch(() => undefined);
  }, []);

  function choose(next: DayRange) {
    const same = daysOff.find(({ from, to }) => from === next.from && to === next.to) ?? null;
    setKnown(same);
    setRange(same ?? next);
    setError(null);
  }

  function select({ from, to }: Selection) {
    // The name that is being typed stays while the days change.
    const label = known === null ? range.label : '';
    choose({ from: dayOfNumber(from), to: dayOfNumber(to), label });
  }

  function clear() {
    setKnown(null);
    setRange(none);
    setError(null);
  }

  function save() {
    // Other tabs and devices may have changed the list since.
    const others = known === null ? daysOffNow() : withoutDays(daysOffNow(), known);
    const next = withRange(others, { ...range, label: range.label.trim() });
    if (next.length > mostRanges) {
      setError(formatMessage({ id: 'daysOff.tooMany' }, { most: mostRanges }));
      return;
    }
    void changeDaysOff(next);
    clear();
  }

  function remove(removed: DayRange) {
    void changeDaysOff(withoutDays(daysOffNow(), removed));
    clear();
  }

  const [from, to] = [dayNumber(range.from), dayNumber(range.to)];
  const coming = daysOff.filter((one) => one.to >= today);
  return (
    <Dialog title={formatMessage({ id: 'daysOff.name' })} onClose={onClose} isWide>
      <Column $gap={16}>
        <SmallPrint>{formatMessage({ id: 'daysOff.intro' })}</SmallPrint>
        <Calendar
          daysOff={daysOff}
          today={today}
          selection={from === null || to === null ? null : { from, to }}
          onSelect={select}
        />
        <SmallPrint>{formatMessage({ id: 'daysOff.hint' })}</SmallPrint>
        <RangeFields
          range={range}
          isKnown={known !== null}
          onChange={setRange}
          onSave={save}
          onRemove={() => {
            remove(known ?? range);
          }}
        />
        {error !== null && <Wrong role="alert">{error}</Wrong>}
        {error === null && isRefused && (
          <Wrong role="alert">{formatMessage({ id: 'daysOff.refused' })}</Wrong>
        )}
        <HolidayImport />
        {coming.length > 0 && (
          <RangeList ranges={coming} today={today} onChoose={choose} onRemove={remove} />
        )}
      </Column>
    </Dialog>
  );
}
