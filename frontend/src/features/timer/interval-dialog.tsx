// The dialog that makes or changes an interval timer: steps, and how many times they are run through.
import { useRef, useState } from 'react';
import { Plus, X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { createTimer, updateTimer } from '../../api/timers';
import { soundOf } from '../../api/rows';
import type { Timer, TimerStep } from '../../api/types';
import { Dialog } from '../../components/dialogs/dialog';
import { useToasts } from '../../components/dialogs/toasts';
import { Button, Chip, IconButton } from '../../components/forms/button';
import { DialogForm } from '../../components/forms/dialog-form';
import { NumberField, TextField } from '../../components/forms/field';
import { LabelField } from '../../components/forms/label-field';
import { labelLimit } from '../../components/forms/label-rule';
import { SoundField } from '../../components/forms/sound-field';
import { writeFailureText } from '../../components/forms/write-failure-text';
import { lengthText } from '../../i18n/duration-text';
import { ringSettings } from '../../sound/ring-settings';
import { icon } from '../../styles/icons';
import { size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import {
  isSamePlan,
  mostSteps,
  planLimits,
  planOf,
  secondsOf,
  totalOf,
  typedPlan,
  usualPlans,
  wholeNumber,
  type TypedPlan,
  type TypedStep,
} from './interval-plan';

interface IntervalDialogProps {
  /** The timer to change; null for a new one. */
  readonly timer: Timer | null;
  readonly onClose: () => void;
}

export function IntervalDialog({ timer, onClose }: IntervalDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const usual = usualPlans.map(({ work, rest, rounds, names }): [TimerStep[], number] => [
    [
      { seconds: work, label: formatMessage({ id: names[0] }) },
      { seconds: rest, label: formatMessage({ id: names[1] }) },
    ],
    rounds,
  ]);
  const [plan, setPlan] = useState<TypedPlan>(() => {
    const [steps, rounds] = usual[0] ?? [[], 1];
    return typedPlan(timer?.steps ?? steps, timer?.rounds ?? rounds);
  });
  const [label, setLabel] = useState(timer?.label ?? '');
  const [sound, setSound] = useState(timer?.sound ?? ringSettings.read().newSound);
  const [saving, setSaving] = useState(false);
  /** Errors are told once somebody has tried to save. */
  const [tried, setTried] = useState(false);
  const nextKey = useRef(mostSteps);

  const total = totalOf(plan);
  const labelError = tooLong(label);
  const wholeBetween = (limits: { readonly min: number; readonly max: number }) =>
    formatMessage({ id: 'field.wholeNumber' }, limits);

  function tooLong(text: string): string | undefined {
    return Array.from(text.trim()).length > labelLimit
      ? formatMessage({ id: 'field.labelTooLong' }, { max: labelLimit })
      : undefined;
  }

  function change(key: number, changes: Partial<TypedStep>) {
    const steps = plan.steps.map((step) => (step.key === key ? { ...step, ...changes } : step));
    setPlan({ ...plan, steps });
  }

  function add() {
    const key = nextKey.current++;
    setPlan({ ...plan, steps: [...plan.steps, { key, label: '', minutes: '1', seconds: '0' }] });
  }

  async function save(enabled: 0 | 1) {
    setTried(true);
    const read = planOf(plan);
    const namesFit = [label, ...plan.steps.map((step) => step.label)].every(
      (text) => tooLong(text) === undefined,
    );
    if (saving || read === null || !namesFit) return;
    setSaving(true);
    const rest = { label: label.trim() === '' ? null : label.trim(), sound };
    try {
      await (timer === null
        ? createTimer({ ...read, ...rest, enabled })
        : updateTimer(timer.id, { ...(isSamePlan(timer, read) ? {} : read), ...rest }));
    } catch (failure) {
      setSaving(false);
      toasts.show({
        title: formatMessage({ id: 'timer.errorTitle' }),
        text: writeFailureText(intl, failure, 'timer.errorText'),
        tone: 'destructive',
      });
      return;
    }
    toasts.show(
      timer === null
        ? {
            title: formatMessage({ id: 'timer.createdTitle' }),
            text: formatMessage({ id: 'timer.createdText' }),
          }
        : {
            title: formatMessage({ id: 'timer.updatedTitle' }),
            text: formatMessage({ id: 'timer.updatedText' }),
          },
    );
    onClose();
  }

  return (
    <Dialog
      title={formatMessage({ id: timer === null ? 'timer.intervalsTitle' : 'timer.editTitle' })}
      onClose={onClose}
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          void save(1);
        }}
        busy={saving}
        onCancel={onClose}
        {...(timer === null && {
          submitText: 'timer.start',
          other: {
            text: 'dialog.save',
            run: () => {
              void save(0);
            },
          },
        })}
      >
        {timer === null && (
          <Usual role="group" aria-label={formatMessage({ id: 'timer.usualLengths' })}>
            {usual.map(([steps, rounds]) => (
              <Chip
                key={rounds}
                onClick={() => {
                  setPlan(typedPlan(steps, rounds));
                }}
              >
                <FormattedMessage
                  id="timer.intervalPreset"
                  values={{
                    work: lengthText(intl, steps[0]?.seconds ?? 0),
                    rest: lengthText(intl, steps[1]?.seconds ?? 0),
                    rounds,
                  }}
                />
              </Chip>
            ))}
          </Usual>
        )}
        {plan.steps.map((step, at) => (
          <Step key={step.key}>
            <Legend>
              <FormattedMessage id="timer.stepNumber" values={{ number: at + 1 }} />
            </Legend>
            <Fields>
              <TextField
                label={formatMessage({ id: 'timer.stepName' })}
                autoComplete="off"
                dir="auto"
                maxLength={2 * labelLimit}
                value={step.label}
                error={tooLong(step.label)}
                onChange={({ target }) => {
                  change(step.key, { label: target.value });
                }}
              />
              <NumberField
                label={formatMessage({ id: 'timer.minutes' })}
                {...planLimits.minutes}
                value={step.minutes}
                error={
                  tried && Number.isNaN(wholeNumber(step.minutes, planLimits.minutes))
                    ? wholeBetween(planLimits.minutes)
                    : undefined
                }
                onChange={({ target }) => {
                  change(step.key, { minutes: target.value });
                }}
              />
              <NumberField
                label={formatMessage({ id: 'timer.seconds' })}
                {...planLimits.seconds}
                value={step.seconds}
                error={secondsError(step)}
                onChange={({ target }) => {
                  change(step.key, { seconds: target.value });
                }}
              />
              {plan.steps.length > 1 && (
                <IconButton
                  $kind="quiet"
                  aria-label={formatMessage({ id: 'timer.removeStep' }, { number: at + 1 })}
                  onClick={() => {
                    setPlan({ ...plan, steps: plan.steps.filter(({ key }) => key !== step.key) });
                  }}
                >
                  <X {...icon.usual} />
                </IconButton>
              )}
            </Fields>
          </Step>
        ))}
        {plan.steps.length < mostSteps && (
          <Add $kind="quiet" onClick={add}>
            <Plus {...icon.usual} />
            <FormattedMessage id="timer.addStep" />
          </Add>
        )}
        <NumberField
          label={formatMessage({ id: 'timer.rounds' })}
          {...planLimits.rounds}
          value={plan.rounds}
          error={
            tried && Number.isNaN(wholeNumber(plan.rounds, planLimits.rounds))
              ? wholeBetween(planLimits.rounds)
              : undefined
          }
          hint={
            total === null
              ? undefined
              : formatMessage({ id: 'timer.total' }, { length: lengthText(intl, total) })
          }
          onChange={({ target }) => {
            setPlan({ ...plan, rounds: target.value });
          }}
        />
        <LabelField
          value={label}
          error={labelError}
          onChange={({ target }) => {
            setLabel(target.value);
          }}
        />
        <SoundField
          name="sound"
          value={sound}
          onChange={({ target }) => {
            setSound(soundOf(target.value));
          }}
        />
      </DialogForm>
    </Dialog>
  );

  function secondsError(step: TypedStep): string | undefined {
    if (!tried || !Number.isNaN(secondsOf(step))) return undefined;
    if (Number.isNaN(wholeNumber(step.seconds, planLimits.seconds))) {
      return wholeBetween(planLimits.seconds);
    }
    const isShort = !Number.isNaN(wholeNumber(step.minutes, planLimits.minutes));
    return isShort ? formatMessage({ id: 'timer.tooShort' }) : undefined;
  }
}

const Usual = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.menu}), 1fr));
  gap: ${space[8]};

  button {
    padding-inline: ${space[8]};
    white-space: normal;
  }
`;

const Step = styled.fieldset`
  min-inline-size: 0;
`;

const Legend = styled.legend`
  ${smallText}
  margin-block-end: ${space[4]};
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.6fr) repeat(2, minmax(0, 1fr)) ${size.touch};
  gap: ${space[4]} ${space[8]};
  align-items: start;

  /* Beside the inputs, below the line of their labels. */
  > button {
    margin-block-start: ${space[24]};
  }
`;

const Add = styled(Button)`
  justify-self: start;
`;
