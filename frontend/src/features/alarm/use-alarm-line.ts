// The line of the alarm page: its text, what was understood of it, and saving that.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { isKnownRepeat } from '../../model/rows';
import { createAlarm, updateAlarm } from '../../rows/alarms';
import { ProblemError } from '../../api/problem-error';
import type { Alarm } from '../../model/types';
import { whenIdle } from '../../browser/idle';
import { createdText, rowCreated } from '../../components/push/notification-request';
import { useToasts } from '../../components/dialogs/toasts';
import { labelLimit } from '../../components/forms/label-rule';
import { writeFailureText } from '../../components/forms/write-failure-text';
import { ruleText } from '../../i18n/rule-text';
import { isoDay, minuteText } from '../../i18n/time-text';
import type { AlarmClock, TypedAlarm } from '../../i18n/typed-alarm';
import type { TypedRule } from '../../i18n/typed-rule';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { useWeekStart } from '../../settings/week-start';
import { loadPersistently } from '../../loading/load-code';
import { nextTriggerHere } from '../../offline/days-off';
import { ringSettings } from '../../sound/ring-settings';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import type * as reading from './alarm-reader';
import { usualSnooze } from './alarm-schema';
import { stepped } from './alarm-steps';
import { alarmRule, hasOtherRhythm, isBare, ruleOfLine } from './line-rule';
import { minuteOf } from '../../model/time-of-day';

type Reader = typeof reading;

export interface AlarmLineState {
  readonly text: string;
  /** Null if the text is empty or not a time. */
  readonly alarm: TypedAlarm | null;
  /** The last alarm that was understood since the line was empty: a text that is no time leaves the digits alone. */
  readonly held: TypedAlarm | null;
  /** The alarm that is changed; null if the line sets a new one. */
  readonly changed: Alarm | null;
  /** Whether the reader has read the text and found no time. */
  readonly isUnread: boolean;
  /** Why it was not saved. */
  readonly problem: string | null;
  readonly busy: boolean;
  readonly type: (text: string) => void;
  /** Empties the line and gives up what it sets. */
  readonly clear: () => void;
  /** Writes the line anew with this time, rule or name. */
  readonly change: (changes: LineChanges) => void;
  /** Moves the time, or the present one if none is set. */
  readonly step: (minutes: number) => void;
  /** Writes an alarm of the list on the line. */
  readonly take: (alarm: Alarm) => void;
  readonly save: () => Promise<void>;
  /** Loads what setting an alarm needs. */
  readonly prepare: () => void;
}

interface LineChanges {
  readonly time?: string;
  readonly rule?: TypedRule;
  readonly name?: string;
}

interface Written {
  readonly text: string;
  readonly alarm: TypedAlarm | null;
  readonly held: TypedAlarm | null;
  readonly changed: Alarm | null;
  /** Whether the text was typed, so that it has to be read; otherwise the line wrote what it means. */
  readonly isTyped: boolean;
}

const empty: Written = { text: '', alarm: null, held: null, changed: null, isTyped: true };

/** When the time on the line would ring first; null if never. */
export function ringOfLine({ held, changed }: AlarmLineState, after: number): number | null {
  return held === null ? null : nextTriggerHere(alarmRule(held, changed), after);
}

function readerClock(hour12: boolean): AlarmClock {
  const now = synchronisedNow();
  const zone = visitorZone();
  return { hour12, now: minuteOf(minuteText(now, zone)), today: isoDay(now, zone) };
}

/**
 * With `onlyTime` the text is the time alone, as on a phone, whose line is the big digits and whose keypad has no
 * letters: rule and name are set beside it, and stay when another time is typed.
 */
export function useAlarmLine(onlyTime: boolean): AlarmLineState {
  const intl = useIntl();
  const { hour12, textOf } = useVisitorClock();
  const weekStart = useWeekStart();
  const toasts = useToasts();
  const [reader, setReader] = useState<Reader | null>(null);
  const [written, setWritten] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const words = useMemo(() => reader?.alarmWords(intl), [reader, intl]);

  const load = useCallback(async () => {
    const loaded = await loadPersistently(
      () => import(/* webpackChunkName: "alarm-reader" */ './alarm-reader'),
    );
    setReader(loaded);
    return loaded;
  }, []);
  const prepare = useCallback(() => {
    void load();
  }, [load]);
  useEffect(() => whenIdle(prepare), [prepare]);

  const read = useCallback(
    (typed: string): TypedAlarm | null =>
      reader === null || words === undefined
        ? null
        : reader.typedAlarm(typed, words, readerClock(hour12)),
    [reader, words, hour12],
  );

  // What was typed before the reader was there.
  const [readBy, setReadBy] = useState<typeof read | null>(null);
  if (readBy !== read) {
    setReadBy(() => read);
    if (written.text !== '' && written.isTyped) setWritten(understood(written.text));
  }

  function understood(typed: string): Written {
    const { held, changed } = written;
    if (typed.trim() === '') {
      // The digits still show the time, and Cancel gives it up.
      const isKept = onlyTime && held !== null;
      return isKept ? { text: typed, alarm: held, held, changed, isTyped: false } : empty;
    }
    const alarm = withRest(read(typed), onlyTime ? held : null);
    return { text: typed, alarm, held: alarm ?? held, changed, isTyped: true };
  }

  function type(typed: string) {
    setWritten(understood(typed));
    setProblem(null);
  }

  function clear() {
    setWritten(empty);
    setProblem(null);
  }

  function write(alarm: TypedAlarm, changed: Alarm | null) {
    const words = isBare(ruleOfLine(alarm))
      ? []
      : [ruleText(intl, alarmRule(alarm, changed), synchronisedNow(), weekStart)];
    const rest = onlyTime ? [] : [...words, alarm.name];
    const text = [textOf(alarm.time), ...rest].join(' ').trim();
    setWritten({ text, alarm, held: alarm, changed, isTyped: false });
    setProblem(null);
  }

  function change({ time, rule, name }: LineChanges) {
    const { held, changed } = written;
    write(
      {
        time: time ?? held?.time ?? '00:00',
        other: null,
        rule: rule ?? held?.rule ?? null,
        name: name ?? held?.name ?? '',
      },
      changed,
    );
  }

  function step(minutes: number) {
    const time = written.held?.time ?? minuteText(synchronisedNow(), visitorZone());
    change({ time: stepped(time, minutes) });
  }

  function take(alarm: Alarm) {
    const { time, repeat, days, date, label } = alarm;
    const isSaid = isKnownRepeat(repeat) && repeat !== 'rule';
    const rule = isSaid ? { repeat, days: days ?? [], date } : null;
    write({ time, other: null, rule, name: label ?? '' }, alarm);
  }

  /** What was typed before the reader was loaded. */
  async function typedEarly(): Promise<TypedAlarm | null> {
    setBusy(true);
    const by = await load();
    setBusy(false);
    return by.typedAlarm(written.text, by.alarmWords(intl), readerClock(hour12));
  }

  async function save() {
    if (busy) return;
    const { changed } = written;
    const alarm = reader === null ? await typedEarly() : written.alarm;
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
      await (changed === null ? create(alarm) : replace(changed, alarm));
      // Only what was saved: somebody may have written on.
      setWritten((now) => (now.text === written.text ? empty : now));
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

  async function create(alarm: TypedAlarm) {
    const { time, repeat, days, date, timezone } = alarmRule(alarm, null);
    await createAlarm({
      time,
      repeat,
      ...(days && { days }),
      ...(date && { date }),
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
  }

  async function replace(changed: Alarm, alarm: TypedAlarm) {
    const { time, repeat, days, date } = alarmRule(alarm, changed);
    const isKept = alarm.rule === null && hasOtherRhythm(changed);
    await updateAlarm(changed.id, {
      time,
      ...(!isKept && { repeat }),
      ...(days && { days }),
      ...(repeat === 'once' && { date: date ?? null }),
      label: alarm.name === '' ? null : alarm.name,
    });
    toasts.show({
      title: intl.formatMessage({ id: 'alarm.updatedTitle' }),
      text: intl.formatMessage({ id: 'alarm.updatedText' }),
    });
  }

  const { text, alarm, held, changed } = written;
  const isUnread = reader !== null && text.trim() !== '' && alarm === null;
  return {
    text,
    alarm,
    held,
    changed,
    isUnread,
    problem,
    busy,
    type,
    clear,
    change,
    step,
    take,
    save,
    prepare,
  };
}

/** An alarm with the rule and the name of another, where its text has none. */
function withRest(alarm: TypedAlarm | null, rest: TypedAlarm | null): TypedAlarm | null {
  if (alarm === null || rest === null) return alarm;
  return {
    ...alarm,
    rule: alarm.rule ?? rest.rule,
    name: alarm.name === '' ? rest.name : alarm.name,
  };
}
