// The length of a timer in its dialog: a line that holds a length and nothing else.
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { Labelled } from '../../components/forms/field';
import { TimeLine, useTypedText } from '../../components/forms/time-line';
import { lengthText, shortCountdownText } from '../../i18n/duration-text';
import { useReaderOfField } from '../../typed/load';
import type { TypedReader } from '../../typed/reader';
import { longestSeconds, timerSteps } from './plan-limits';
import { timerClock } from './timer-clock';

interface LengthFieldProps {
  readonly label: string;
  readonly name: string;
  /** Not a number if the text is not a length. */
  readonly seconds: number;
  readonly onChange: (seconds: number) => void;
  readonly error: string | undefined;
  /** Why the seconds cannot be saved. */
  readonly problem: string | undefined;
}

export function LengthField(props: LengthFieldProps) {
  const { label, name, seconds, onChange, error, problem } = props;
  const intl = useIntl();
  /** What was typed before the reader was loaded. */
  const early = useRef<string | null>(null);
  const reader = useReaderOfField((loaded) => {
    if (early.current !== null) read(early.current, loaded);
    early.current = null;
  });
  const value = Number.isNaN(seconds) ? null : seconds;
  const [text, onTyped] = useTypedText(value, (known) =>
    known === null ? '' : shortCountdownText(known),
  );

  /** An empty line counts as no time. */
  function type(typed: string) {
    early.current = reader === null ? typed : null;
    read(typed, reader);
  }

  function read(typed: string, by: TypedReader | null) {
    const length = typed.trim() === '' ? 0 : (by?.length(typed, timerClock()) ?? null);
    onTyped(typed, length);
    onChange(length ?? NaN);
  }

  function step(by: number) {
    const stepped = Math.min(longestSeconds, Math.max(0, (value ?? 0) + by));
    onTyped(shortCountdownText(stepped), stepped);
    onChange(stepped);
  }

  return (
    <Labelled label={label} error={error} hint={problem ?? lengthText(intl, seconds)}>
      {(ids) => (
        <TimeLine name={name} text={text} onText={type} steps={timerSteps} onStep={step} {...ids} />
      )}
    </Labelled>
  );
}
