// The dialog that creates or changes a timer, and what the forms of both kinds of timers share: the rules of their
// fields, saving, and the dialog with its buttons.
import { useRef, useState, type ReactNode } from 'react';
import { useFormik, type FormikValues } from 'formik';
import { useIntl, type IntlShape } from 'react-intl';
import { type Schema, array, number, object, string, type InferType } from 'yup';
import styled from 'styled-components';
import { editedOrCreated } from '../../rows/lists';
import { createTimer, updateTimer } from '../../rows/timers';
import { type IntervalDraft, type Timer, type TimerDraft, soundNames } from '../../model/types';
import { Dialog } from '../../components/dialogs/dialog';
import { createdText, rowCreated, writeFailureText } from '../../components/forms/save-result';
import { useToasts } from '../../components/dialogs/toasts';
import { DialogForm } from '../../components/forms/dialog-form';
import type { MessageId } from '../../i18n/messages';
import { addPreset, mostPresets, usePresets, presetMinutes } from './presets';
import {
  seedOf,
  longestSeconds,
  mostSteps,
  planLimits,
  partsOfLength,
  timerSteps,
} from './timer-seed';
import { SmallPrint } from '../../components/page/texts';
import { Switch, SwitchRow } from '../../components/forms/switch';
import { labelRule } from '../../components/forms/label-rule';
import { Chip } from '../../components/forms/button';
import { LabelField, Labelled } from '../../components/forms/field';
import { SoundField } from '../../components/forms/sound-field';
import { ringSettings } from '../../sound/ring-settings';
import { space } from '../../styles/theme';
import { TimeLine, useTypedText } from '../../components/forms/time-line';
import { lengthText, shortCountdownText } from '../../i18n/duration-text';
import { useReaderOfField, useSubmitOnceRead } from '../../typed/load';
import type { TypedReader } from '../../typed/reader';
import { timerClock } from './time-left';

interface TimerFormOptions<Fields, Draft> {
  /** The timer to change; null for a new one. */
  readonly timer: Timer | null;
  readonly initialValues: Fields;
  readonly schema: Schema<Fields>;
  /** The body of the request, from valid fields. */
  readonly draftOf: (fields: Fields) => Draft;
  /** The changed part of it: sending a length resets the timer. */
  readonly changesOf: (timer: Timer, draft: Draft) => Partial<TimerDraft>;
  readonly onClose: () => void;
}

/** A form that creates or changes a timer; after a failure it stays open with its contents and shows why. */
export function useTimerForm<Fields extends FormikValues, Draft extends TimerDraft | IntervalDraft>(
  options: TimerFormOptions<Fields, Draft>,
) {
  const { timer, initialValues, schema, draftOf, changesOf, onClose } = options;
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const starts = useRef(true);
  /** Whether the new timer is also stored as a preset. */
  const [keeps, setKeeps] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useFormik<Fields>({
    initialValues,
    validationSchema: schema,
    onSubmit: async (values) => {
      const draft = draftOf(schema.cast(values));
      try {
        await (timer === null
          ? createTimer({ ...draft, enabled: starts.current ? 1 : 0 })
          : editedOrCreated(updateTimer(timer.id, changesOf(timer, draft)), () =>
              createTimer({ ...draft, enabled: 0 }),
            ));
      } catch (failure) {
        const text = writeFailureText(intl, failure, 'timer.errorText');
        setProblem(text);
        toasts.showFailure(formatMessage({ id: 'timer.errorTitle' }), text);
        return;
      }
      if (timer === null && keeps) addPreset(seedOf(draft));
      toasts.show(
        timer === null
          ? {
              title: formatMessage({ id: 'timer.createdTitle' }),
              text: formatMessage({ id: createdText('timer.createdText') }),
            }
          : {
              title: formatMessage({ id: 'timer.updatedTitle' }),
              text: formatMessage({ id: 'timer.updatedText' }),
            },
      );
      onClose();
      if (timer === null) rowCreated();
    },
  });

  const { submit: submitOnceRead, isWaiting } = useSubmitOnceRead(form.submitForm);
  function submit(startsAtOnce: boolean) {
    starts.current = startsAtOnce;
    submitOnceRead();
  }

  const dialog = {
    timer,
    busy: form.isSubmitting || isWaiting,
    problem,
    onSubmit: submit,
    onClose,
    keeps,
    setKeeps,
  };
  return { form, dialog };
}

type TimerFormDialogProps = ReturnType<typeof useTimerForm>['dialog'] & {
  /** The form's title for a new timer. */
  readonly newTitle: MessageId;
  readonly children: ReactNode;
};

/** The dialog of such a form. A new timer can be started or only saved. */
export function TimerFormDialog(props: TimerFormDialogProps) {
  const { timer, newTitle, busy, problem, onSubmit, onClose, keeps, setKeeps, children } = props;
  const { formatMessage } = useIntl();
  return (
    <Dialog
      title={formatMessage({ id: timer === null ? newTitle : 'timer.editTitle' })}
      onClose={onClose}
      begins="field"
    >
      <DialogForm
        onSubmit={() => {
          onSubmit(true);
        }}
        busy={busy}
        problem={problem}
        onCancel={onClose}
        {...(timer === null && {
          submitText: 'timer.start',
          other: {
            text: 'dialog.save',
            run: () => {
              onSubmit(false);
            },
          },
        })}
      >
        {children}
        {timer === null && <PresetField checked={keeps} onChange={setKeeps} />}
      </DialogForm>
    </Dialog>
  );
}

interface PresetFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function PresetField({ checked, onChange }: PresetFieldProps) {
  const { formatMessage } = useIntl();
  const { presets } = usePresets();
  if (presets.length >= mostPresets) {
    return <SmallPrint>{formatMessage({ id: 'presets.full' }, { count: mostPresets })}</SmallPrint>;
  }
  return (
    <SwitchRow>
      <span aria-hidden="true">{formatMessage({ id: 'presets.keep' })}</span>
      <Switch label={formatMessage({ id: 'presets.keep' })} checked={checked} onChange={onChange} />
    </SwitchRow>
  );
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The rules of a timer of one length, with their messages in the reader's language. */
function timerSchema(intl: IntlShape) {
  const lengthMessage = intl.formatMessage({ id: 'timer.lengthRequired' });
  return object({
    totalSeconds: number()
      .typeError(lengthMessage)
      .integer(lengthMessage)
      .min(1, intl.formatMessage({ id: 'timer.tooShort' }))
      .max(longestSeconds, lengthMessage)
      .required(lengthMessage),
    ...shared(intl),
  });
}

type TimerFields = InferType<ReturnType<typeof timerSchema>>;

export function intervalSchema(intl: IntlShape) {
  const step = object({
    /** A key for React. */
    key: number().required(),
    label: labelRule(intl),
    minutes: whole(intl, planLimits.minutes),
    seconds: whole(intl, planLimits.seconds).test(
      'length',
      intl.formatMessage({ id: 'timer.tooShort' }),
      (seconds, { parent }) => {
        const { minutes } = parent as { readonly minutes: number };
        // Invalid minutes have an error of their own.
        return !(minutes >= 0) || minutes * 60 + seconds > 0;
      },
    ),
  });
  return object({
    steps: array(step).min(1).max(mostSteps).required(),
    rounds: whole(intl, planLimits.rounds),
    ...shared(intl),
  });
}

export type IntervalFields = InferType<ReturnType<typeof intervalSchema>>;
export type StepFields = IntervalFields['steps'][number];

/** A whole number; an empty field counts as 0. */
function whole({ formatMessage }: IntlShape, limits: Limits) {
  const message = formatMessage({ id: 'field.wholeNumber' }, { ...limits });
  return number()
    .transform((value: number, typed: unknown) => (typed === '' ? 0 : value))
    .typeError(message)
    .integer(message)
    .min(limits.min, message)
    .max(limits.max, message)
    .default(0);
}

function shared(intl: IntlShape) {
  return { label: labelRule(intl), sound: string().oneOf(soundNames).required() };
}

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
