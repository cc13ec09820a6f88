// The dialog that creates or changes an interval timer: its steps, and the number of rounds.
import { useRef } from 'react';
import { getIn } from 'formik';
import { Plus, X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { IntervalDraft, Timer, TimerDraft, TimerStep } from '../../model/types';
import { Button, Chip, IconButton } from '../../components/forms/button';
import { NumberField, TextField, LabelField } from '../../components/forms/field';
import { labelLimit } from '../../components/forms/label-rule';
import { SoundField } from '../../components/forms/sound-field';
import { lengthInPhrase, lengthText } from '../../i18n/duration-text';
import { ringSettings } from '../../sound/ring-settings';
import { icon, below, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { mostSteps, planLimits } from './timer-seed';
import {
  TimerFormDialog,
  useTimerForm,
  intervalSchema,
  type IntervalFields,
  type StepFields,
} from './timer-dialog';

interface IntervalDialogProps {
  /** The timer to change; null for a new one. */
  readonly timer: Timer | null;
  readonly onClose: () => void;
}

export function IntervalDialog({ timer, onClose }: IntervalDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const presets = presetPlans.map(({ work, rest, rounds, names }): [TimerStep[], number] => [
    [
      { seconds: work, label: formatMessage({ id: names[0] }) },
      { seconds: rest, label: formatMessage({ id: names[1] }) },
    ],
    rounds,
  ]);
  const [defaultSteps, defaultRounds] = presets[0] ?? [[], 1];
  const schema = intervalSchema(intl);
  const { form, dialog } = useTimerForm({
    timer,
    initialValues: {
      ...planFields(timer?.steps ?? defaultSteps, timer?.rounds ?? defaultRounds),
      label: timer?.label ?? '',
      sound: timer?.sound ?? ringSettings.read().newSound,
    },
    schema,
    draftOf,
    changesOf,
    onClose,
  });
  const { values, errors, setFieldValue } = form;
  const list = useRef<HTMLDivElement>(null);
  const isPlan = errors.steps === undefined && errors.rounds === undefined;
  const total = isPlan ? totalOf(schema.cast(values)) : 0;

  /** Errors of numbers are shown after the first attempt to save. */
  function numberError(field: string): string | undefined {
    return form.submitCount > 0 ? errorOf(field) : undefined;
  }

  function errorOf(field: string): string | undefined {
    const error: unknown = getIn(errors, field);
    return typeof error === 'string' ? error : undefined;
  }

  function setSteps(steps: IntervalFields['steps']) {
    void setFieldValue('steps', steps);
  }

  return (
    <TimerFormDialog newTitle="timer.intervalsTitle" {...dialog}>
      {timer === null && (
        <Presets role="group" aria-label={formatMessage({ id: 'timer.usualLengths' })}>
          {presets.map(([steps, rounds]) => (
            <Chip
              key={rounds}
              onClick={() => void form.setValues({ ...values, ...planFields(steps, rounds) })}
            >
              {formatMessage(
                { id: 'timer.intervalPreset' },
                {
                  work: lengthText(intl, steps[0]?.seconds ?? 0),
                  rest: lengthText(intl, steps[1]?.seconds ?? 0),
                  rounds,
                },
              )}
            </Chip>
          ))}
        </Presets>
      )}
      <Steps ref={list}>
        {values.steps.map((step, at) => {
          const field = `steps[${String(at)}]`;
          return (
            <fieldset key={step.key}>
              <Legend>{formatMessage({ id: 'timer.stepNumber' }, { number: at + 1 })}</Legend>
              <Fields>
                <TextField
                  label={formatMessage({ id: 'timer.stepName' })}
                  autoComplete="off"
                  dir="auto"
                  maxLength={2 * labelLimit}
                  {...form.getFieldProps(`${field}.label`)}
                  error={errorOf(`${field}.label`)}
                />
                <NumberField
                  label={formatMessage({ id: 'timer.minutes' })}
                  {...planLimits.minutes}
                  {...form.getFieldProps(`${field}.minutes`)}
                  error={numberError(`${field}.minutes`)}
                />
                <NumberField
                  label={formatMessage({ id: 'timer.seconds' })}
                  {...planLimits.seconds}
                  {...form.getFieldProps(`${field}.seconds`)}
                  error={numberError(`${field}.seconds`)}
                />
                {values.steps.length > 1 && (
                  <IconButton
                    $kind="quiet"
                    aria-label={formatMessage({ id: 'timer.removeStep' }, { number: at + 1 })}
                    onClick={() => {
                      list.current?.focus();
                      setSteps(values.steps.filter(({ key }) => key !== step.key));
                    }}
                  >
                    <X {...icon.medium} />
                  </IconButton>
                )}
              </Fields>
            </fieldset>
          );
        })}
      </Steps>
      {values.steps.length < mostSteps && (
        <Add
          $kind="quiet"
          onClick={() => {
            setSteps([...values.steps, anotherStep(values.steps)]);
          }}
        >
          <Plus {...icon.medium} />
          {formatMessage({ id: 'timer.addStep' })}
        </Add>
      )}
      <NumberField
        label={formatMessage({ id: 'timer.rounds' })}
        {...planLimits.rounds}
        {...form.getFieldProps('rounds')}
        error={numberError('rounds')}
        hint={
          total > 0
            ? formatMessage({ id: 'timer.total' }, { length: lengthInPhrase(intl, total) })
            : undefined
        }
      />
      <LabelField {...form.getFieldProps('label')} error={errors.label} />
      <SoundField {...form.getFieldProps('sound')} />
    </TimerFormDialog>
  );
}

function draftOf({ label, sound, ...plan }: IntervalFields): IntervalDraft {
  return { ...planOf(plan), label: label === '' ? null : label, sound };
}

/** Sending a plan resets the timer, so an unchanged one is not sent. */
function changesOf(timer: Timer, draft: IntervalDraft): Partial<TimerDraft> {
  const { steps = null, rounds = null, ...rest } = draft;
  return isSamePlan(timer, { steps, rounds }) ? rest : draft;
}

type PlanFields = Pick<IntervalFields, 'steps' | 'rounds'>;
type Plan = Pick<Timer, 'steps' | 'rounds'>;

/** Presets: seconds of work and of rest, and rounds. */
const presetPlans = [
  { work: 25 * 60, rest: 5 * 60, rounds: 4, names: ['timer.focus', 'timer.break'] },
  { work: 40, rest: 20, rounds: 8, names: ['timer.work', 'timer.rest'] },
] as const;

export function planFields(steps: readonly TimerStep[], rounds: number): PlanFields {
  const fields = steps.map(({ seconds, label }, key) => ({
    key,
    label: label ?? '',
    minutes: Math.floor(seconds / 60),
    seconds: seconds % 60,
  }));
  return { steps: fields, rounds };
}

export function anotherStep(steps: readonly StepFields[]): StepFields {
  return {
    key: Math.max(-1, ...steps.map(({ key }) => key)) + 1,
    label: '',
    minutes: 1,
    seconds: 0,
  };
}

/** The plan for the API, from valid fields. */
export function planOf({ steps, rounds }: PlanFields): Plan {
  const read = steps.map(({ minutes, seconds, label }) => ({
    seconds: minutes * 60 + seconds,
    label: label === '' ? null : label,
  }));
  return { steps: read, rounds };
}

export function totalOf({ steps, rounds }: PlanFields): number {
  const round = steps.reduce((sum, { minutes, seconds }) => sum + minutes * 60 + seconds, 0);
  return round * rounds;
}

/** Whether a timer has this plan already: sending it again would reset the timer. */
export function isSamePlan(timer: Timer, plan: Plan): boolean {
  return (
    timer.rounds === plan.rounds &&
    timer.steps?.length === plan.steps?.length &&
    (timer.steps ?? []).every(
      ({ seconds, label }, at) =>
        seconds === plan.steps?.[at]?.seconds && label === plan.steps[at].label,
    )
  );
}

const Presets = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.menu}), 1fr));
  gap: ${space[8]};

  button {
    padding-inline: ${space[8]};
    white-space: normal;
  }
`;

/** Receives the focus from a step that is removed. */
const Steps = styled.div.attrs({ tabIndex: -1 })`
  display: grid;
  gap: ${space[16]};
  outline: none;
`;

const Legend = styled.legend`
  ${smallText}
  padding: 0;
  margin-block-end: ${space[4]};
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.6fr) repeat(2, minmax(0, 1fr)) ${size.touch};
  gap: ${space[4]} ${space[8]};
  align-items: end;

  /* An error takes the width of all fields. */
  > div {
    display: contents;
  }

  label {
    grid-row: 1;
    min-inline-size: 0;
    hyphens: auto;
    overflow-wrap: anywhere;
  }

  input,
  button {
    grid-row: 2;
  }

  [role='alert'] {
    grid-column: 1 / -1;
  }

  /* Two digits need the space of the step buttons. */
  ${below.sm} {
    input[type='number'] {
      appearance: textfield;
      padding-inline: ${space[8]};

      &::-webkit-inner-spin-button {
        appearance: none;
      }
    }
  }
`;

const Add = styled(Button)`
  justify-self: start;
`;
