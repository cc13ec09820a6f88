// The time of the alarm in the dialog: a line that holds a time of day and nothing else.
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../../components/forms/button';
import { Labelled } from '../../components/forms/field';
import { TimeLine, useTypedText } from '../../components/forms/time-line';
import { isoDay, minuteText } from '../../i18n/time-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { synchronisedNow } from '../../time/synchronised-time';
import { alarmSteps, stepped } from './use-alarm-line';
import { Column } from '../../components/page/page-column';
import { minuteOf, timeOf } from '../../model/time-of-day';
import { useReaderOfField } from '../../typed/load';
import type { TypedReader } from '../../typed/reader';

/** A time that was typed; the other half of the day is kept while the visitor may mean it. */
interface ChosenTime {
  /** `HH:mm`; empty if the text is not a time. */
  readonly time: string;
  readonly other: string | null;
}

interface TimeOfDayFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: ChosenTime;
  readonly onChange: (value: ChosenTime) => void;
  readonly zone: string;
  readonly error: string | undefined;
  /** Describes a time that was understood. */
  readonly hint: ReactNode;
}

export function TimeOfDayField(props: TimeOfDayFieldProps) {
  const { label, name, value, onChange, zone, error, hint } = props;
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const [text, onTyped] = useTypedText(value.time, (time) =>
    time === '' ? '' : clock.textOf(time),
  );

  /** What was typed before the reader was loaded. */
  const early = useRef<string | null>(null);
  const reader = useReaderOfField((loaded) => {
    if (early.current !== null) read(early.current, loaded);
    early.current = null;
  });

  function now(): string {
    return minuteText(synchronisedNow(), zone);
  }

  function type(typed: string) {
    early.current = reader === null ? typed : null;
    read(typed, reader);
  }

  function read(typed: string, by: TypedReader | null) {
    const today = isoDay(synchronisedNow(), zone);
    const at = { hour12: clock.hour12, now: minuteOf(now()), today };
    const { row, others = [] } = by?.time(typed, at) ?? {};
    const time = row ?? '';
    onTyped(typed, time);
    onChange({ time, other: others[0] ?? null });
  }

  function choose(time: string) {
    onTyped(clock.textOf(time), time);
    onChange({ time, other: null });
  }

  function step(minutes: number) {
    const { time } = value;
    choose(stepped(time === '' ? now() : time, minutes));
  }

  /** A text that names its half of the day is changed to the other half by its first letter. */
  function changeHalf(event: KeyboardEvent<HTMLInputElement>) {
    const half = halfOfKey(event);
    if (half === null || value.time === '' || value.other !== null || !/\p{L}\.?$/u.test(text))
      return;
    event.preventDefault();
    choose(timeOf((minuteOf(value.time) % halfDay) + (half === 'p' ? halfDay : 0)));
  }

  return (
    <Column $gap={8}>
      <Labelled
        label={label}
        error={error}
        hint={value.time === '' ? intl.formatMessage({ id: 'alarm.timeRequired' }) : hint}
      >
        {(ids) => (
          <TimeLine
            name={name}
            text={text}
            onText={type}
            steps={alarmSteps}
            onStep={step}
            onKeyDown={clock.hour12 ? changeHalf : undefined}
            {...ids}
          />
        )}
      </Labelled>
      {value.other !== null && (
        <Other
          onClick={() => {
            if (value.other !== null) choose(value.other);
          }}
        >
          {formatMessage({ id: 'alarm.otherHalf' }, { time: clock.textOf(value.other) })}
        </Other>
      )}
    </Column>
  );
}

const halfDay = 720;

function halfOfKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 'a' | 'p' | null {
  if (altKey || ctrlKey || metaKey) return null;
  const letter = key.toLowerCase();
  return letter === 'a' || letter === 'p' ? letter : null;
}

const Other = styled(Button)`
  justify-self: start;
`;
