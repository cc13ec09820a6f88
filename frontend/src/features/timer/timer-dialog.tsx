// The dialog that creates or changes a timer.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Timer, TimerDraft } from '../../api/types';
import { Chip } from '../../components/forms/button';
import { NumberField } from '../../components/forms/field';
import { LabelField } from '../../components/forms/label-field';
import { SoundField } from '../../components/forms/sound-field';
import { ringSettings } from '../../sound/ring-settings';
import { visuallyHidden } from '../../styles/hidden';
import { space } from '../../styles/theme';
import { TimerFormDialog, useTimerForm } from './timer-form';
import { partLimits, timerSchema, totalSecondsOf, type TimerFields } from './timer-schema';
import { presetMinutes } from './timer-words';

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
              onClick={() => void form.setValues({ ...form.values, hours: 0, minutes, seconds: 0 })}
            >
              <FormattedMessage id="timer.preset" values={{ minutes }} />
            </Chip>
          ))}
          <Intervals onClick={onIntervals}>
            <FormattedMessage id="timer.intervals" />
          </Intervals>
        </Presets>
      )}
      <fieldset>
        <Legend>
          <FormattedMessage id="timer.length" />
        </Legend>
        <Parts>
          <NumberField
            label={formatMessage({ id: 'timer.hours' })}
            {...partLimits.hours}
            {...form.getFieldProps('hours')}
            error={errors.hours}
          />
          <NumberField
            label={formatMessage({ id: 'timer.minutes' })}
            {...partLimits.minutes}
            {...form.getFieldProps('minutes')}
            error={errors.minutes}
          />
          <NumberField
            label={formatMessage({ id: 'timer.seconds' })}
            {...partLimits.seconds}
            {...form.getFieldProps('seconds')}
            error={errors.seconds}
          />
        </Parts>
      </fieldset>
      <LabelField {...form.getFieldProps('label')} error={errors.label} />
      <SoundField {...form.getFieldProps('sound')} />
    </TimerFormDialog>
  );
}

function newTimer(): TimerFields {
  const { newSound } = ringSettings.read();
  return { hours: 0, minutes: 5, seconds: 0, label: '', sound: newSound };
}

function fieldsOf(timer: Timer): TimerFields {
  const { hours, minutes, seconds, label, sound } = timer;
  return { hours, minutes, seconds, label: label ?? '', sound };
}

function draftOf(fields: TimerFields): TimerDraft {
  return {
    ...fields,
    totalSeconds: totalSecondsOf(fields),
    label: fields.label === '' ? null : fields.label,
  };
}

/** Sending a length resets the timer, so an unchanged one is not sent. */
function changesOf(timer: Timer, draft: TimerDraft): Partial<TimerDraft> {
  const { label, sound } = draft;
  return draft.totalSeconds === timer.totalSeconds
    ? { ...(label === undefined ? {} : { label }), ...(sound === undefined ? {} : { sound }) }
    : draft;
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

const Legend = styled.legend`
  ${visuallyHidden}
`;

const Parts = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[4]} ${space[8]};

  /* An error takes the width of all three fields. */
  > * {
    display: contents;
  }

  label {
    grid-row: 1;
  }

  input {
    grid-row: 2;
  }

  [role='alert'] {
    grid-column: 1 / -1;
  }
`;
