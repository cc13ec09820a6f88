// The dialog that adds or changes an alarm.
import { useState, type ReactNode } from 'react';
import { useFormik } from 'formik';
import { useIntl } from 'react-intl';
import { ChevronDown } from 'lucide-react';
import styled from 'styled-components';
import { createAlarm, updateAlarm } from '../../rows/alarms';
import { listOf } from '../../rows/store';
import { hourMs } from '../../model/time-of-day';
import { ProblemError } from '../../api/problem-error';
import { isKnownRepeat } from '../../model/rows';
import { type Alarm, type AlarmDraft, weekdays, type Day, type Weekday } from '../../model/types';
import { Dialog } from '../../components/dialogs/dialog';
import { ChoiceField } from '../../components/forms/choice-field';
import { DeviceFields, ZoneField } from '../../components/forms/device-fields';
import { NumberField, TextField, LabelField } from '../../components/forms/field';
import { DialogForm } from '../../components/forms/dialog-form';
import { SoundField } from '../../components/forms/sound-field';
import { createdText, rowCreated } from '../../components/push/notification-request';
import { useToasts } from '../../components/dialogs/toasts';
import { writeFailureText } from '../../components/forms/write-failure-text';
import { recurrenceOf, ruleOfRecurrence } from '../../model/recurrence';
import { ringSettings } from '../../sound/ring-settings';
import { synchronisedNow } from '../../time/synchronised-time';
import { isSameZone } from '../../time/zone-identity';
import { visitorZone } from '../../time/visitor-zone';
import { isoDay, minuteText } from '../../i18n/time-text';
import { alarmSchema, snoozeLimits, defaultSnooze, type AlarmFields } from './alarm-schema';
import { RepeatField, RingPreview } from './repeat-field';
import { TimeOfDayField } from './time-of-day-field';
import { SmallPrint } from '../../components/page/texts';
import { lazyComponent } from '../../loading/lazy-component';
import { weekdayIndex, dayNumber } from '../../model/calendar-day';
import { icon } from '../../styles/icons';
import { color, motion, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface AlarmDialogProps {
  /** The alarm to change; null for a new one. */
  readonly alarm: Alarm | null;
  readonly onClose: () => void;
}

export function AlarmDialog({ alarm, onClose }: AlarmDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useFormik<AlarmFields>({
    initialValues: alarm === null ? newAlarm() : fieldsOf(alarm),
    validationSchema: alarmSchema(intl),
    onSubmit: async (values) => {
      const draft = draftOf(alarmSchema(intl).cast(values), alarm);
      try {
        await (alarm === null
          ? createAlarm({ repeat: values.repeat, ...draft })
          : updateAlarm(alarm.id, draft));
      } catch (failure) {
        if (failure instanceof ProblemError && failure.errors.date !== undefined) {
          form.setFieldError('date', formatMessage({ id: 'alarm.dateOver' }));
          return;
        }
        if (
          failure instanceof ProblemError &&
          (failure.errors.rule ?? failure.errors.from) !== undefined
        ) {
          form.setFieldError('rule', formatMessage({ id: 'rule.never' }));
          return;
        }
        if (failure instanceof ProblemError && failure.errors.pausedUntil !== undefined) {
          form.setFieldError('pausedUntil', formatMessage({ id: 'alarm.pausedPastDate' }));
          return;
        }
        // The dialog stays open and keeps what was typed.
        const text = writeFailureText(intl, failure, 'alarm.errorText');
        setProblem(text);
        toasts.showFailure(formatMessage({ id: 'alarm.errorTitle' }), text);
        return;
      }
      toasts.show(
        alarm === null
          ? {
              title: formatMessage({ id: 'alarm.createdTitle' }),
              text: formatMessage({ id: createdText('alarm.createdText') }),
            }
          : {
              title: formatMessage({ id: 'alarm.updatedTitle' }),
              text: formatMessage({ id: 'alarm.updatedText' }),
            },
      );
      onClose();
      if (alarm === null) rowCreated();
    },
  });
  const { values, errors } = form;
  const today = isoDay(synchronisedNow(), values.timezone);
  /** The other half of the day of a time that was typed without one. */
  const [other, setOther] = useState<string | null>(null);

  return (
    <Dialog
      title={formatMessage({ id: alarm === null ? 'alarm.addTitle' : 'alarm.editTitle' })}
      onClose={onClose}
      begins="field"
    >
      <DialogForm
        onSubmit={form.handleSubmit}
        busy={form.isSubmitting}
        problem={problem}
        onCancel={onClose}
      >
        <TimeOfDayField
          label={formatMessage({ id: 'alarm.time' })}
          name="time"
          value={{ time: values.time, other }}
          zone={values.timezone}
          onChange={(typed) => {
            setOther(typed.other);
            void form.setFieldValue('time', typed.time);
          }}
          error={form.submitCount > 0 ? errors.time : undefined}
          hint={
            <RingPreview
              time={isUnknownRule(values) ? '' : values.time}
              timezone={values.timezone}
              repeat={values.repeat}
              {...ruleOfFields(values)}
              daysOff={values.daysOff}
              pausedUntil={dayOrNull(values.pausedUntil)}
            />
          }
        />
        <RepeatField
          values={values}
          errors={{ date: errors.date }}
          today={today}
          onChange={(changes) => {
            void form.setValues({ ...values, ...changes });
          }}
          other={{
            editor: (
              <OtherRhythm
                values={values}
                today={today}
                error={form.submitCount > 0 ? errors.rule : undefined}
                onChange={(changes) => {
                  void form.setValues({ ...values, ...changes });
                }}
              />
            ),
            onBegin: () => {
              void form.setValues({ ...values, repeat: 'rule', ...otherRhythm(values, today) });
            },
          }}
        />
        <LabelField {...form.getFieldProps('label')} error={errors.label} />
        <SoundField {...form.getFieldProps('sound')} />
        <Disclosure
          title={formatMessage({ id: 'alarm.more' })}
          startsOpen={isUnusual(form.initialValues)}
          mustBeOpen={errors.snoozeInterval !== undefined || errors.pausedUntil !== undefined}
        >
          <NumberField
            label={formatMessage({ id: 'alarm.snooze' })}
            {...snoozeLimits}
            {...form.getFieldProps('snoozeInterval')}
            error={errors.snoozeInterval}
          />
          <ZoneField first={form.initialValues.timezone} {...form.getFieldProps('timezone')} />
          {alarm !== null && (
            <TextField
              type="date"
              label={formatMessage({ id: 'alarm.pauseUntil' })}
              hint={formatMessage({ id: 'alarm.pauseHint' })}
              min={today}
              {...form.getFieldProps('pausedUntil')}
              error={errors.pausedUntil}
            />
          )}
          <ChoiceField
            legend={formatMessage({ id: 'alarm.onDaysOff' })}
            name="daysOff"
            value={values.daysOff}
            options={[
              { value: 'silent', text: formatMessage({ id: 'alarm.onDaysOffSilent' }) },
              { value: 'ring', text: formatMessage({ id: 'alarm.onDaysOffRing' }) },
            ]}
            onChoose={(daysOff) => void form.setFieldValue('daysOff', daysOff)}
          />
          <DeviceFields />
        </Disclosure>
      </DialogForm>
    </Dialog>
  );
}

/** A new alarm begins with the next full hour in the visitor's zone, and repeats as the newest one does. */
function newAlarm(): AlarmFields {
  const timezone = visitorZone();
  const [hour] = minuteText(synchronisedNow() + hourMs, timezone).split(':');
  return {
    time: `${hour ?? '00'}:00`,
    ...newestRule(),
    daysOff: 'silent',
    label: '',
    sound: ringSettings.read().newSound,
    snoozeInterval: defaultSnooze,
    timezone,
    pausedUntil: '',
  };
}

/** The rule of the newest alarm, but no date; every day if there is none, or one that this page does not know. */
function newestRule(): Pick<AlarmFields, 'repeat' | 'days' | 'date' | 'rule' | 'from'> {
  const daily = { repeat: 'daily', days: [], date: '', rule: '', from: '' } as const;
  const [newest] = (listOf('alarms')?.rows ?? []).toSorted((one, other) =>
    one.createdAt < other.createdAt ? 1 : -1,
  );
  if (newest === undefined || !isKnownRepeat(newest.repeat)) return { ...daily, days: [] };
  const { repeat, days, rule, from } = fieldsOf(newest);
  return { repeat, days, date: '', rule, from };
}

function fieldsOf(alarm: Alarm): AlarmFields {
  const { time, repeat, sound, snoozeInterval, timezone } = alarm;
  return {
    time,
    // A way to repeat that only a newer version knows is shown as one, and kept.
    repeat: isKnownRepeat(repeat) ? repeat : 'rule',
    days: [...(alarm.days ?? [])],
    date: alarm.date ?? '',
    rule: alarm.rule ?? '',
    from: alarm.from ?? '',
    daysOff: alarm.daysOff,
    label: alarm.label ?? '',
    sound,
    snoozeInterval,
    timezone,
    pausedUntil: alarm.pausedUntil ?? '',
  };
}

/** Whether a collapsed field is not at its default. */
function isUnusual({ snoozeInterval, timezone, pausedUntil, daysOff }: AlarmFields): boolean {
  return (
    snoozeInterval !== defaultSnooze ||
    !isSameZone(timezone, visitorZone()) ||
    pausedUntil !== '' ||
    daysOff !== 'silent'
  );
}

type Draft = Pick<AlarmDraft, 'time'> & Partial<AlarmDraft>;

function draftOf(fields: AlarmFields, before: Alarm | null): Draft {
  const { time, label, sound, snoozeInterval, timezone, pausedUntil, daysOff } = fields;
  return {
    time,
    ...ruleOfFields(fields),
    label: label === '' ? null : label,
    sound,
    snoozeInterval,
    timezone,
    ...(before !== null && { pausedUntil: dayOrNull(pausedUntil) }),
    // A server that does not know it yet is not asked for what is usual.
    ...(daysOff !== (before?.daysOff ?? 'silent') && { daysOff }),
  };
}

/** The rule with only the fields that belong to it. */
function ruleOfFields(
  fields: AlarmFields,
): Partial<Pick<AlarmDraft, 'repeat' | 'days' | 'date' | 'rule' | 'from'>> {
  const { repeat, days, date, rule, from } = fields;
  if (isUnknownRule(fields)) return {};
  if (repeat === 'rule') return { repeat, rule, from };
  if (repeat === 'days') return { repeat, days };
  return repeat === 'once' ? { repeat, date: dayOrNull(date) } : { repeat };
}

/** A rule that this page does not know stays as it is. */
function isUnknownRule({ repeat, rule }: AlarmFields): boolean {
  return repeat === 'rule' && recurrenceOf(rule) === null;
}

function dayOrNull(day: string): string | null {
  return day === '' ? null : day;
}

const RuleEditor = lazyComponent(
  async () => (await import(/* webpackChunkName: "rule-editor" */ './rule-editor')).RuleEditor,
);

type RuleFields = Pick<AlarmFields, 'rule' | 'from'>;

interface OtherRhythmProps {
  readonly values: AlarmFields;
  readonly today: Day;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<RuleFields>) => void;
}

/**
 * Any other rhythm in the alarm dialog: the editor of its rule, or what is known of a rule that only a newer version of
 * the site can edit.
 */
function OtherRhythm({ values, today, error, onChange }: OtherRhythmProps) {
  const { formatMessage } = useIntl();
  const { rule, from, time, timezone, daysOff } = values;
  const recurrence = recurrenceOf(rule);
  if (recurrence === null || from === '') {
    return <SmallPrint>{formatMessage({ id: 'rule.unknown' })}</SmallPrint>;
  }
  const alarm = { time, timezone, daysOff };
  return <RuleEditor {...{ recurrence, from, today, error, onChange }} {...alarm} />;
}

/** Every second week on the days that were chosen before, or on today's. */
function otherRhythm({ days }: { readonly days: readonly Weekday[] }, today: Day): RuleFields {
  const index = weekdayIndex(dayNumber(today) ?? 0);
  return {
    rule: ruleOfRecurrence({
      frequency: 'WEEKLY',
      interval: 2,
      days: days.length > 0 ? days : weekdays.slice(index, index + 1),
      nthDays: [],
      monthDays: [],
      until: null,
    }),
    from: today,
  };
}

interface DisclosureProps {
  readonly title: string;
  /** Open at first, because a field in it is not at its default. */
  readonly startsOpen: boolean;
  /** Forced open, because something in it must be seen. */
  readonly mustBeOpen: boolean;
  readonly children: ReactNode;
}

function Disclosure({ title, startsOpen, mustBeOpen, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <Details
      open={isOpen || mustBeOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <Summary>
        {title}
        <ChevronDown {...icon.medium} />
      </Summary>
      <Fields>{children}</Fields>
    </Details>
  );
}

const Details = styled.details`
  border-block: ${size.hairline} solid ${color.line};
`;

const Summary = styled.summary`
  ${smallText}
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-block-size: ${size.touch};
  color: ${color.inkSoft};
  cursor: pointer;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }

  svg {
    transition: rotate ${motion.quick};
  }

  ${Details}[open] > & svg {
    rotate: 180deg;
  }
`;

const Fields = styled.div`
  display: grid;
  gap: ${space[16]};
  padding-block: ${space[8]} ${space[16]};
`;
