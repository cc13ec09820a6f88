// The dialog that creates or changes a timer.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useRef } from 'react';
import type { Timer, TimerDraft } from '../../model/types';
import { Chip } from '../../components/forms/button';
import { LabelField, Labelled } from '../../components/forms/field';
import { SoundField } from '../../components/forms/sound-field';
import { ringSettings } from '../../sound/ring-settings';
import { space } from '../../styles/theme';
import { TimerFormDialog, useTimerForm, timerSchema, type TimerFields } from './timer-form';
import { partsOfLength, longestSeconds, timerSteps } from './timer-seed';
import { presetMinutes } from './presets';
import { TimeLine, useTypedText } from '../../components/forms/time-line';
import { lengthText, shortCountdownText } from '../../i18n/duration-text';
import { useReaderOfField } from '../../typed/load';
import type { TypedReader } from '../../typed/reader';
import { timerClock } from './time-left';

interface TimerDialogProps {
  /** The timer to change; null for a new one. */
  readonly timer: Timer | null;
  readonly onClose: () => void;
  /** The visitor wants an interval timer instead. */
  readonly onIntervals: () => void;
}

export function TimerDialog({ timer, onClose, onIntervals }: TimerDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { form, dialog } = useTimerForm({
    timer,
    initialValues: timer === null ? newTimer() : fieldsOf(timer),
    schema: timerSchema(intl),
    draftOf,
    changesOf,
    onClose,
  });
  const { errors } = form;

  return (
    <TimerFormDialog newTitle="timer.addTitle" {...dialog}>
      {timer === null && (
        <Presets role="group" aria-label={formatMessage({ id: 'timer.usualLengths' })}>
          {presetMinutes.map((minutes) => (
            <Chip
              key={minutes}
              onClick={() => void form.setFieldValue('totalSeconds', minutes * 60)}
            >
              {formatMessage({ id: 'timer.preset' }, { minutes })}
            </Chip>
          ))}
          <Intervals onClick={onIntervals}>{formatMessage({ id: 'timer.intervals' })}</Intervals>
        </Presets>
      )}
      <LengthField
        label={formatMessage({ id: 'timer.length' })}
        name="length"
        seconds={form.values.totalSeconds}
        onChange={(seconds) => void form.setFieldValue('totalSeconds', seconds)}
        problem={errors.totalSeconds}
        error={form.submitCount > 0 ? errors.totalSeconds : undefined}
      />
      <LabelField {...form.getFieldProps('label')} error={errors.label} />
      <SoundField {...form.getFieldProps('sound')} />
    </TimerFormDialog>
  );
}

function newTimer(): TimerFields {
  return { totalSeconds: 300, label: '', sound: ringSettings.read().newSound };
}

function fieldsOf({ totalSeconds, label, sound }: Timer): TimerFields {
  return { totalSeconds, label: label ?? '', sound };
}

function draftOf({ totalSeconds, label, sound }: TimerFields): TimerDraft {
  return { ...partsOfLength(totalSeconds), label: label === '' ? null : label, sound };
}

/** Sending a length resets the timer, so an unchanged one is not sent. */
function changesOf(timer: Timer, draft: TimerDraft): Partial<TimerDraft> {
  const { label, sound } = draft;
  return draft.totalSeconds === timer.totalSeconds
    ? { ...(label === undefined ? {} : { label }), ...(sound === undefined ? {} : { sound }) }
    : draft;
}

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

/** The length of a timer in its dialog: a line that holds a length and nothing else. */
function LengthField(props: LengthFieldProps) {
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

const Presets = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[8]};

  button {
    padding-inline: ${space[8]};
    white-space: normal;
  }
`;

const Intervals = styled(Chip)`
  grid-column: 1 / -1;
`;
