// Adds the holidays of a calendar file, says how many there were, and takes them back.
import { useRef, useState, type ChangeEvent } from 'react';
import { FileUp } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../../../components/forms/button';
import { mostRanges, unionOfRanges, type DayRange } from '../../../model/days-off';
import type { Day } from '../../../model/types';
import { icon } from '../../../styles/icons';
import { color, space } from '../../../styles/theme';
import { smallText } from '../../../styles/type';

interface HolidayImportProps {
  readonly daysOff: readonly DayRange[];
  readonly today: Day;
  readonly onChange: (daysOff: readonly DayRange[]) => void;
}

const mostMegabytes = 10;

interface Result {
  readonly text: string;
  /** The list before; null if nothing was added. */
  readonly before: readonly DayRange[] | null;
}

export function HolidayImport({ daysOff, today, onChange }: HolidayImportProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<Result | null>(null);

  async function add(file: File): Promise<Result> {
    const failed = (text: string): Result => ({ text, before: null });
    if (file.size > mostMegabytes * 1_000_000) {
      return failed(formatMessage({ id: 'restore.tooLarge' }, { most: mostMegabytes }));
    }
    const text = await file.text().catch(() => null);
    if (text === null) return failed(formatMessage({ id: 'restore.closed' }));
    const { holidaysIn } = await import(/* webpackChunkName: "holiday-file" */ './holiday-file');
    const found = holidaysIn(text.replace(/^\uFEFF/, ''), today);
    if (found === null) return failed(formatMessage({ id: 'restore.badCalendar' }));
    const merged = unionOfRanges(daysOff, unionOfRanges([], found));
    const count = merged.length - daysOff.length;
    if (JSON.stringify(merged) === JSON.stringify(daysOff)) {
      return failed(formatMessage({ id: 'daysOff.importedNone' }, { file: file.name }));
    }
    if (merged.length > mostRanges) {
      return failed(formatMessage({ id: 'daysOff.tooMany' }, { most: mostRanges }));
    }
    onChange(merged);
    return {
      text: formatMessage(
        { id: 'daysOff.imported' },
        { file: file.name, count: Math.max(1, count) },
      ),
      before: daysOff,
    };
  }

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be chosen again.
    currentTarget.value = '';
    if (file !== undefined) void add(file).then(setResult);
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
        onClick={() => {
          input.current?.click();
        }}
      >
        <FileUp {...icon.usual} />
        {formatMessage({ id: 'daysOff.import' })}
      </Choose>
      <Told role="status">
        {result?.text}
        {result?.before && (
          <Button
            $kind="quiet"
            onClick={() => {
              onChange(result.before ?? daysOff);
              setResult(null);
            }}
          >
            {formatMessage({ id: 'toast.undo' })}
          </Button>
        )}
      </Told>
    </div>
  );
}

/** A button whose text is aligned with the dialog's edge. */
const Choose = styled(Button)`
  ${smallText}
  margin-inline-start: calc(-1 * ${space[16]});
  text-align: start;
`;

const Told = styled.div`
  ${smallText}
  color: ${color.inkSoft};
`;
