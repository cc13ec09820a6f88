// The dialog that adds or changes an alarm.
import { useState, type ReactNode, useRef, type KeyboardEvent } from 'react';
import { useFormik } from 'formik';
import { useIntl } from 'react-intl';
import { ChevronDown } from 'lucide-react';
import styled from 'styled-components';
import { createAlarm, updateAlarm } from '../../rows/alarms';
import { editedOrCreated } from '../../rows/lists';
import { ProblemError } from '../../api/problem-error';
import type { Alarm, Day } from '../../model/types';
import { Dialog } from '../../components/dialogs/dialog';
import { ChoiceField } from '../../components/forms/choice-field';
import { DeviceFields, ZoneField } from '../../components/forms/device-fields';
import { NumberField, TextField, LabelField, Labelled } from '../../components/forms/field';
import { DialogForm } from '../../components/forms/dialog-form';
import { SoundField } from '../../components/forms/sound-field';
import { createdText, rowCreated, writeFailureText } from '../../components/forms/save-result';
import { useToasts } from '../../components/dialogs/toasts';
import { recurrenceOf } from '../../model/recurrence';
import { synchronisedNow } from '../../time/synchronised-time';
import { isoDay, minuteText } from '../../time/zone-offset';
import {
  alarmSchema,
  dayOrNull,
  draftOf,
  fieldsOf,
  isUnknownRule,
  hasCustomSettings,
  newAlarm,
  otherRhythm,
  ruleOfFields,
  snoozeLimits,
  type AlarmFields,
  type RuleFields,
} from './alarm-form';
import { RepeatField, RingPreview } from './repeat-field';
import { SmallPrint } from '../../components/page/texts';
import { lazyComponent } from '../../loading/lazy-component';
import { icon, color, motion, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { Button } from '../../components/forms/button';
import { TimeLine, useTypedText } from '../../components/forms/time-line';
import { useVisitorClock } from '../../i18n/clock-time';
import { alarmSteps, stepped } from './use-alarm-line';
import { Column } from '../../components/page/page-column';
import { minuteOf, timeOf } from '../../model/time-of-day';
import { useReaderOfField, useSubmitOnceRead } from '../../typed/load';
import type { TypedReader } from '../../typed/reader';

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
      const draft = draftOf(alarmSchema(intl).cast(values));
      const whole = { repeat: values.repeat, ...draft };
      try {
        await (alarm === null
          ? createAlarm(whole)
          : editedOrCreated(updateAlarm(alarm.id, draft), () =>
              createAlarm({ ...whole, enabled: alarm.enabled }),
            ));
      } catch (failure) {
        const { errors }: Partial<ProblemError> = failure instanceof ProblemError ? failure : {};
        if (errors?.date) form.setFieldError('date', formatMessage({ id: 'alarm.dateOver' }));
        else if (errors?.rule ?? errors?.from)
          form.setFieldError('rule', formatMessage({ id: 'rule.never' }));
        else if (errors?.pausedUntil)
          form.setFieldError('pausedUntil', formatMessage({ id: 'alarm.pausedPastDate' }));
        else {
          // The dialog stays open and keeps what was typed.
          const text = writeFailureText(intl, failure, 'alarm.errorText');
          setProblem(text);
          toasts.showFailure(formatMessage({ id: 'alarm.errorTitle' }), text);
        }
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
  const { submit, isWaiting } = useSubmitOnceRead(form.submitForm);
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
        onSubmit={submit}
        busy={form.isSubmitting || isWaiting}
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
          startsOpen={hasCustomSettings(form.initialValues)}
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

const RuleEditor = lazyComponent(
  async () => (await import(/* webpackChunkName: "rule-editor" */ './rule-editor')).RuleEditor,
);

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

function TimeOfDayField(props: TimeOfDayFieldProps) {
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

const Other = styled(Button)`
  justify-self: start;
`;
