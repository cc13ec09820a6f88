// The line of the alarm page: its text, what was understood of it, and saving that.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { createAlarm } from '../../rows/alarms';
import { ProblemError } from '../../api/problem-error';
import type { AlarmRule } from '../../model/types';
import { whenIdle } from '../../browser/idle';
import { createdText, rowCreated } from '../../components/push/notification-request';
import { useToasts } from '../../components/dialogs/toasts';
import { labelLimit } from '../../components/forms/label-rule';
import { writeFailureText } from '../../components/forms/write-failure-text';
import { ruleText } from '../../i18n/rule-text';
import { isoDay, minuteText } from '../../i18n/time-text';
import type { TypedAlarm } from '../../i18n/typed-alarm';
import type { TypedRule } from '../../i18n/typed-rule';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { useWeekStart } from '../../settings/week-start';
import { loadPersistently } from '../../loading/load-code';
import { ringSettings } from '../../sound/ring-settings';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import type * as reading from './alarm-reader';
import { usualSnooze } from './alarm-schema';

type Reader = typeof reading;

export interface AlarmLineState {
  readonly text: string;
  /** Null if the text is empty or not a time. */
  readonly alarm: TypedAlarm | null;
  /** The last alarm that was understood since the line was empty: a text that is no time leaves the digits alone. */
  readonly held: TypedAlarm | null;
  /** Whether the reader has read the text and found no time. */
  readonly isUnread: boolean;
  /** Why it was not saved. */
  readonly problem: string | null;
  readonly busy: boolean;
  readonly type: (text: string) => void;
  /** Writes the line anew with this time or rule. */
  readonly change: (changes: { readonly time?: string; readonly rule?: TypedRule }) => void;
  readonly save: () => Promise<void>;
  /** Loads the reader. */
  readonly prepare: () => void;
}

/** A bare time means once. */
const onceRule: TypedRule = { repeat: 'once', days: [], date: null };

export function ruleOfLine({ rule }: TypedAlarm): TypedRule {
  return rule ?? onceRule;
}

/** The rule as a request and the preview take it. */
export function alarmRule(alarm: TypedAlarm): AlarmRule {
  const { repeat, days, date } = ruleOfLine(alarm);
  return {
    time: alarm.time,
    repeat,
    days: repeat === 'days' ? days : null,
    date,
    timezone: visitorZone(),
    pausedUntil: null,
  };
}

export function useAlarmLine(): AlarmLineState {
  const intl = useIntl();
  const { hour12, textOf } = useVisitorClock();
  const weekStart = useWeekStart();
  const toasts = useToasts();
  const [reader, setReader] = useState<Reader | null>(null);
  const [text, setText] = useState('');
  const [alarm, setAlarm] = useState<TypedAlarm | null>(null);
  const [held, setHeld] = useState<TypedAlarm | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const words = useMemo(() => reader?.alarmWords(intl), [reader, intl]);

  const prepare = useCallback(() => {
    void loadPersistently(
      () => import(/* webpackChunkName: "alarm-reader" */ './alarm-reader'),
    ).then(setReader);
  }, []);
  useEffect(() => whenIdle(prepare), [prepare]);

  const read = useCallback(
    (typed: string): TypedAlarm | null => {
      if (reader === null || words === undefined) return null;
      const now = synchronisedNow();
      const zone = visitorZone();
      const [hours = 0, minutes = 0] = minuteText(now, zone).split(':').map(Number);
      const clock = { hour12, now: hours * 60 + minutes, today: isoDay(now, zone) };
      return reader.typedAlarm(typed, words, clock);
    },
    [reader, words, hour12],
  );

  // What was typed before the reader was there.
  const [readBy, setReadBy] = useState<typeof read | null>(null);
  if (readBy !== read) {
    setReadBy(() => read);
    if (text !== '') understand(text);
  }

  function understand(typed: string) {
    const understood = read(typed);
    setAlarm(understood);
    setHeld((before) => understood ?? (typed.trim() === '' ? null : before));
  }

  function type(typed: string) {
    setText(typed);
    understand(typed);
    setProblem(null);
  }

  function change({ time, rule }: { readonly time?: string; readonly rule?: TypedRule }) {
    const next = rule ?? (held === null ? onceRule : ruleOfLine(held));
    const name = held?.name ?? '';
    const isBare = next.repeat === 'once' && next.date === null;
    const words = isBare
      ? []
      : [
          ruleText(
            intl,
            { ...next, timezone: visitorZone(), pausedUntil: null },
            synchronisedNow(),
            weekStart,
          ),
        ];
    type([textOf(time ?? held?.time ?? '00:00'), ...words, name].join(' ').trim());
  }

  async function save() {
    if (busy) return;
    if (alarm === null) {
      setProblem(intl.formatMessage({ id: 'alarm.timeRequired' }));
      return;
    }
    if (Array.from(alarm.name).length > labelLimit) {
      setProblem(intl.formatMessage({ id: 'field.labelTooLong' }, { max: labelLimit }));
      return;
    }
    setBusy(true);
    try {
      const { time, repeat, days, date, timezone } = alarmRule(alarm);
      await createAlarm({
        time,
        repeat,
        ...(days !== null && { days }),
        ...(date !== null && { date }),
        label: alarm.name === '' ? null : alarm.name,
        sound: ringSettings.read().newSound,
        snoozeInterval: usualSnooze,
        timezone,
      });
      toasts.show({
        title: intl.formatMessage({ id: 'alarm.createdTitle' }),
        text: intl.formatMessage({ id: createdText('alarm.createdText') }),
      });
      rowCreated();
      // Only what was saved: somebody may have written on.
      setText((now) => (now === text ? '' : now));
      setAlarm((now) => (now === alarm ? null : now));
      setHeld((now) => (now === alarm ? null : now));
    } catch (failure) {
      const isOver = failure instanceof ProblemError && failure.errors.date !== undefined;
      setProblem(
        isOver
          ? intl.formatMessage({ id: 'alarm.dateOver' })
          : writeFailureText(intl, failure, 'alarm.errorText'),
      );
    }
    setBusy(false);
  }

  const isUnread = reader !== null && text.trim() !== '' && alarm === null;
  return { text, alarm, held, isUnread, problem, busy, type, change, save, prepare };
}
