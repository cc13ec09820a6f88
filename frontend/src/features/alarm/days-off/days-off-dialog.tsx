// The days off: a calendar of two months, the chosen days as fields, holidays from a file, and the list.
import { useEffect, useState, type SubmitEvent } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { X } from 'lucide-react';
import { Wrong, SmallPrint } from '../../../components/page/texts';
import { Dialog } from '../../../components/dialogs/dialog';
import { useToasts } from '../../../components/dialogs/toasts';
import { isoDay } from '../../../time/zone-offset';
import { dayNumber, dayOfNumber } from '../../../model/calendar-day';
import {
  isAnyOff,
  mostRanges,
  withoutDays,
  withRange,
  type DayRange,
  lengthOf,
  longestRangeLabel,
  mostDaysOfRange,
} from '../../../model/days-off';
import {
  changeDaysOff,
  daysOff as daysOffNow,
  daysOffList,
  useDaysOff,
  useDaysOffRefusal,
} from '../../../offline/days-off';
import { fetchSyncedList } from '../../../offline/synced-lists';
import { synchronisedNow } from '../../../time/synchronised-time';
import { visitorZone } from '../../../time/visitor-zone';
import { Calendar, type Selection } from './calendar';
import { HolidayImport } from './holiday-import';
import { Column } from '../../../components/page/page-column';
import { Button, IconButton } from '../../../components/forms/button';
import { FormActions } from '../../../components/forms/dialog-form';
import { TextField } from '../../../components/forms/field';
import { from, space, color, size, icon } from '../../../styles/theme';
import { dayRangeText } from '../../../i18n/date-text';
import { lineStart } from '../../../i18n/long-date-text';
import type { Day } from '../../../model/types';
import { smallText } from '../../../styles/type';

const none: DayRange = { from: '', to: '', label: '' };

export function DaysOffDialog({ onClose }: { readonly onClose: () => void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { show } = useToasts();
  const daysOff = useDaysOff();
  const isRefused = useDaysOffRefusal();
  const [today] = useState(() => isoDay(synchronisedNow(), visitorZone()));
  const [range, setRange] = useState(none);
  const [error, setError] = useState<string | null>(null);
  /** The range of the list that the fields show. */
  const [known, setKnown] = useState<DayRange | null>(null);

  useEffect(() => {
    // The page has said so until now.
    daysOffList.forgetRefusal();
    void fetchSyncedList('days-off').catch(() => undefined);
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
    changeDaysOff(next);
    clear();
  }

  function remove(removed: DayRange) {
    changeDaysOff(withoutDays(daysOffNow(), removed));
    clear();
    show({
      kind: 'day off removed',
      title: () => formatMessage({ id: 'toast.removed' }),
      text: nameOf(intl, removed, today),
      undo: () => {
        changeDaysOff(withRange(daysOffNow(), removed));
      },
      canUndo: () => !isAnyOff(daysOffNow(), removed) && daysOffNow().length < mostRanges,
      subscribe: daysOffList.subscribe,
    });
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

interface RangeFieldsProps {
  /** Days may be empty. */
  readonly range: DayRange;
  /** Whether the list has it: it is changed then, and can be removed. */
  readonly isKnown: boolean;
  readonly onChange: (range: DayRange) => void;
  readonly onSave: () => void;
  readonly onRemove: () => void;
}

/** The chosen days as fields: the first, the last, and a name; they can be typed, added, changed and removed. */
function RangeFields({ range, isKnown, onChange, onSave, onRemove }: RangeFieldsProps) {
  const { formatMessage } = useIntl();
  const [isTried, setTried] = useState(false);
  const fault = faultOf(range);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(fault !== null);
    if (fault === null) onSave();
  }

  const error =
    isTried && fault !== null ? formatMessage({ id: fault }, { most: mostDaysOfRange }) : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Fields>
        <TextField
          type="date"
          label={formatMessage({ id: 'daysOff.from' })}
          value={range.from}
          onChange={({ target: { value } }) => {
            onChange({ ...range, from: value, to: range.to < value ? value : range.to });
          }}
        />
        <TextField
          type="date"
          label={formatMessage({ id: 'daysOff.to' })}
          min={range.from}
          value={range.to}
          error={error}
          onChange={({ target: { value } }) => {
            onChange({ ...range, to: value });
          }}
        />
        <TextField
          label={formatMessage({ id: 'daysOff.label' })}
          maxLength={longestRangeLabel}
          value={range.label}
          onChange={({ target: { value } }) => {
            onChange({ ...range, label: value });
          }}
        />
      </Fields>
      <FormActions>
        {isKnown && <Button onClick={onRemove}>{formatMessage({ id: 'daysOff.remove' })}</Button>}
        <Button $kind="primary" type="submit">
          {formatMessage({ id: isKnown ? 'dialog.save' : 'daysOff.add' })}
        </Button>
      </FormActions>
    </form>
  );
}

function faultOf(range: DayRange) {
  if (range.from === '' || range.to === '') return 'daysOff.noDay';
  if (range.to < range.from) return 'daysOff.endsEarly';
  return lengthOf(range) > mostDaysOfRange ? 'daysOff.tooLong' : null;
}

interface RangeListProps {
  readonly ranges: readonly DayRange[];
  readonly today: Day;
  readonly onChoose: (range: DayRange) => void;
  readonly onRemove: (range: DayRange) => void;
}

function RangeList({ ranges, today, onChoose, onRemove }: RangeListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  return (
    <Rows aria-label={formatMessage({ id: 'daysOff.list' })}>
      {ranges.map((range) => {
        const days = dayRangeText(intl, range, today);
        return (
          <Row key={range.from}>
            <Choose
              $kind="quiet"
              onClick={() => {
                onChoose(range);
              }}
            >
              <span>{lineStart(days, intl.locale)}</span>
              <Label>
                {range.label === '' ? (
                  formatMessage({ id: 'daysOff.count' }, { days: lengthOf(range) })
                ) : (
                  <bdi>{range.label}</bdi>
                )}
              </Label>
            </Choose>
            <IconButton
              $kind="quiet"
              aria-label={formatMessage(
                { id: 'daysOff.removeName' },
                { name: nameOf(intl, range, today) },
              )}
              onClick={() => {
                onRemove(range);
              }}
            >
              <X {...icon.medium} />
            </IconButton>
          </Row>
        );
      })}
    </Rows>
  );
}

function nameOf(intl: IntlShape, range: DayRange, today: Day): string {
  const days = dayRangeText(intl, range, today);
  return range.label === '' ? days : `${range.label}, ${days}`;
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space[12]} ${space[8]};

  > :last-child {
    grid-column: 1 / -1;
  }

  ${from.md} {
    grid-template-columns: repeat(3, minmax(0, 1fr));

    > :last-child {
      grid-column: auto;
    }
  }
`;

const Rows = styled.ul`
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Choose = styled(Button)`
  ${smallText}
  flex: 1;
  flex-wrap: wrap;
  justify-content: space-between;
  min-inline-size: 0;
  padding-inline: 0 ${space[8]};
  color: ${color.ink};
  text-align: start;
`;

const Label = styled.span`
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;
