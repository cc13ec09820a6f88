// The dialog that adds or changes an alarm.
import { useState } from 'react';
import { useFormik } from 'formik';
import { useIntl } from 'react-intl';
import { createAlarm, updateAlarm } from '../../api/alarms';
import { repeats, type Alarm, type AlarmDraft } from '../../api/types';
import { Dialog } from '../../components/dialogs/dialog';
import { ChoiceField } from '../../components/forms/choice-field';
import { NumberField, SelectField, TimeField } from '../../components/forms/field';
import { DialogForm } from '../../components/forms/dialog-form';
import { LabelField } from '../../components/forms/label-field';
import { SoundField } from '../../components/forms/sound-field';
import { useToasts } from '../../components/dialogs/toasts';
import { writeFailureText } from '../../components/forms/write-failure-text';
import { synchronisedNow } from '../../time/synchronised-time';
import { isSameZone, visitorZone } from '../../time/visitor-zone';
import { minuteText } from '../../i18n/time-text';
import { zoneId, zoneName } from '../../i18n/zone-name';
import { alarmSchema, snoozeLimits, usualSnooze, type AlarmFields } from './alarm-schema';
import { repeatNames } from './alarm-words';
import { RingPreview } from './ring-preview';

interface AlarmDialogProps {
  /** The alarm to change; null for a new one. */
  readonly alarm: Alarm | null;
  readonly onClose: () => void;
}

export function AlarmDialog({ alarm, onClose }: AlarmDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const form = useFormik<AlarmFields>({
    initialValues: alarm === null ? newAlarm() : fieldsOf(alarm),
    validationSchema: alarmSchema(intl),
    onSubmit: async (values) => {
      const draft = draftOf(alarmSchema(intl).cast(values));
      try {
        await (alarm === null ? createAlarm(draft) : updateAlarm(alarm.id, draft));
      } catch (failure) {
        // The dialog stays open, with everything typed in it.
        toasts.show({
          title: formatMessage({ id: 'alarm.errorTitle' }),
          text: writeFailureText(intl, failure, 'alarm.errorText'),
          tone: 'destructive',
        });
        return;
      }
      toasts.show(
        alarm === null
          ? {
              title: formatMessage({ id: 'alarm.createdTitle' }),
              text: formatMessage({ id: 'alarm.createdText' }),
            }
          : {
              title: formatMessage({ id: 'alarm.updatedTitle' }),
              text: formatMessage({ id: 'alarm.updatedText' }),
            },
      );
      onClose();
    },
  });
  const { values, errors } = form;
  const [zones] = useState(() => zonesToChoose(alarm?.timezone ?? visitorZone()));

  return (
    <Dialog
      title={formatMessage({ id: alarm === null ? 'alarm.addTitle' : 'alarm.editTitle' })}
      onClose={onClose}
    >
      <DialogForm onSubmit={form.handleSubmit} busy={form.isSubmitting} onCancel={onClose}>
        <TimeField
          label={formatMessage({ id: 'alarm.time' })}
          step={300}
          required
          {...form.getFieldProps('time')}
          error={errors.time}
          hint={
            <RingPreview time={values.time} repeat={values.repeat} timezone={values.timezone} />
          }
        />
        <ChoiceField
          legend={formatMessage({ id: 'alarm.repeat' })}
          name="repeat"
          value={values.repeat}
          options={repeats.map((value) => ({
            value,
            text: formatMessage({ id: repeatNames[value] }),
          }))}
          onChange={form.handleChange}
        />
        <LabelField {...form.getFieldProps('label')} error={errors.label} />
        <SelectField
          label={formatMessage({ id: 'alarm.zone' })}
          options={zones}
          hint={zoneName(values.timezone, intl.locale, synchronisedNow())}
          {...form.getFieldProps('timezone')}
        />
        <SoundField {...form.getFieldProps('sound')} />
        <NumberField
          label={formatMessage({ id: 'alarm.snooze' })}
          {...snoozeLimits}
          {...form.getFieldProps('snoozeInterval')}
          error={errors.snoozeInterval}
        />
      </DialogForm>
    </Dialog>
  );
}

/** All zones that this browser knows, by their IANA names: the alarm's first, then the visitor's own. */
function zonesToChoose(zone: string) {
  const first = [zone, ...(isSameZone(zone, visitorZone()) ? [] : [visitorZone()])];
  const others = Intl.supportedValuesOf('timeZone').filter((other) => !first.includes(other));
  return [...first, ...others].map((value) => ({ value, text: zoneId(value) }));
}

/** A new alarm starts at the present minute of the visitor's zone. */
function newAlarm(): AlarmFields {
  const timezone = visitorZone();
  return {
    time: minuteText(synchronisedNow(), timezone),
    repeat: 'daily',
    label: '',
    sound: 'default',
    snoozeInterval: usualSnooze,
    timezone,
  };
}

function fieldsOf(alarm: Alarm): AlarmFields {
  const { time, repeat, label, sound, snoozeInterval, timezone } = alarm;
  return { time, repeat, label: label ?? '', sound, snoozeInterval, timezone };
}

function draftOf(fields: AlarmFields): AlarmDraft {
  return { ...fields, label: fields.label === '' ? null : fields.label };
}
