// The chosen days as fields: the first, the last, and a name; they can be typed, added, changed and removed.
import { useState, type SubmitEvent } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../../../components/forms/button';
import { FormActions } from '../../../components/forms/dialog-form';
import { TextField } from '../../../components/forms/field';
import type { DayRange } from '../../../model/days-off';
import { lengthOf, longestRangeLabel, mostDaysOfRange } from '../../../model/days-off';
import { from, space } from '../../../styles/theme';

interface RangeFieldsProps {
  /** Days may be empty. */
  readonly range: DayRange;
  /** Whether the list has it: it is changed then, and can be removed. */
  readonly isKnown: boolean;
  readonly onChange: (range: DayRange) => void;
  readonly onSave: () => void;
  readonly onRemove: () => void;
}

export function RangeFields({ range, isKnown, onChange, onSave, onRemove }: RangeFieldsProps) {
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
