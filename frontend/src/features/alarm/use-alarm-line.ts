// The line of the alarm page: its text, what was understood of it, how far keys move its time, and saving.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { isKnownRepeat } from '../../model/rows';
import { createAlarm, updateAlarm } from '../../rows/alarms';
import { ProblemError } from '../../api/problem-error';
import type { Alarm } from '../../model/types';
import { whenIdle } from '../../browser/idle';
import { useLastingState } from '../../browser/lasting-state';
import { createdText, rowCreated, writeFailureText } from '../../components/forms/save-result';
import { useToasts } from '../../components/dialogs/toasts';
import { labelLimit } from '../../components/forms/label-rule';
import { unclearText, useDoublePress } from '../../components/forms/time-line';
import { isoDay, minuteText } from '../../time/zone-offset';
import { useVisitorClock } from '../../i18n/clock-time';
import { useWeekStart } from '../../settings/choices';
import { nextTriggerHere } from '../../offline/days-off';
import { ringSettings } from '../../sound/ring-settings';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import {
  alarmRule,
  hasOtherRhythm,
  lineRuleText,
  lineText,
  ruleFields,
  ruleOfLine,
} from './line-rule';
import { minuteOf, timeOf } from '../../model/time-of-day';
import { useTypedReader } from '../../typed/load';
import type {
  ReaderClock,
  Reading,
  TypedAlarm,
  TypedReader,
  TypedRule,
  UnclearWords,
} from '../../typed/reader';

export type AlarmLineState = ReturnType<typeof useAlarmLine>;

interface LineChanges {
  readonly time?: string;
  readonly rule?: TypedRule;
  readonly name?: string;
}

interface Written {
  readonly text: string;
  /** When it was typed: `tomorrow` is the day after that one, also if it is saved after midnight. */
  readonly at: ReaderClock;
  /** Null if the text is empty or not a time. */
  readonly alarm: TypedAlarm | null;
  readonly others: readonly TypedAlarm[];
  readonly unclear: readonly UnclearWords[];
  /** Whether Enter has asked about the unclear words. */
  readonly isAsked: boolean;
  /** The last alarm that was understood since the line was empty: a text that is no time leaves the digits alone. */
  readonly held: TypedAlarm | null;
  /** What was held before the text was typed. */
  readonly before: TypedAlarm | null;
  /** The alarm that is changed; null if the line sets a new one. */
  readonly changed: Alarm | null;
  /** Whether the text was typed, so that it has to be read; otherwise the line wrote what it means. */
  readonly isTyped: boolean;
}

const empty: Written = {
  text: '',
  at: { hour12: false, now: 0, today: '1970-01-01' },
  alarm: null,
  others: [],
  unclear: [],
  isAsked: false,
  held: null,
  before: null,
  changed: null,
  isTyped: true,
};

const unread: Reading<TypedAlarm> = { row: null, others: [], unclear: [] };

/** When the time on the line would ring first; null if never, and if none is set. The name does not matter. */
export function useRingOfLine(
  { held, changed }: Pick<AlarmLineState, 'held' | 'changed'>,
  after: number | null,
) {
  const { time = '', rule = null } = held ?? {};
  return useMemo(
    () =>
      time === '' || after === null
        ? null
        : nextTriggerHere(alarmRule({ time, rule, name: '' }, changed), after),
    [time, rule, changed, after],
  );
}

function readerClock(hour12: boolean): ReaderClock {
  const now = synchronisedNow();
  const zone = visitorZone();
  return { hour12, now: minuteOf(minuteText(now, zone)), today: isoDay(now, zone) };
}

/**
 * With `onlyTime` the line writes the time alone, as on a phone, whose line is the big digits: a rule and a name that were
 * set below them stay when another time is typed.
 */
export function useAlarmLine(onlyTime: boolean) {
  const intl = useIntl();
  const { hour12, textOf } = useVisitorClock();
  const weekStart = useWeekStart();
  const toasts = useToasts();
  const { reader, load } = useTypedReader();
  const [written, setWritten] = useLastingState('alarm-line', empty);
  /** Why it was not saved. */
  const [problem, setProblem] = useState<string | null>(null);
  /** Whether the reader is being loaded for what is to be saved. */
  const [busy, setBusy] = useState(false);
  const { notePress, isSecondPress } = useDoublePress();

  /** Loads what setting an alarm needs. */
  const prepare = useCallback(() => {
    void load();
  }, [load]);
  useEffect(() => whenIdle(prepare), [prepare]);

  const read = useCallback(
    (typed: string, at: ReaderClock) => reader?.alarm(typed, { ...at, hour12 }) ?? unread,
    [reader, hour12],
  );

  // What was typed before the reader was there, or written in another language.
  const [readBy, setReadBy] = useState<typeof read | null>(null);
  if (readBy !== read) {
    setReadBy(() => read);
    const { text, at, alarm, changed, isTyped } = written;
    if (text !== '' && isTyped) setWritten(understood(text, at));
    if (text !== '' && !isTyped && alarm !== null) write(alarm, changed);
  }

  function understood(typed: string, at: ReaderClock): Written {
    const { held, changed } = written;
    if (typed.trim() === '') {
      // The digits still show the time, and Cancel gives it up.
      const isKept = onlyTime && held !== null;
      return isKept ? { ...empty, text: typed, alarm: held, held, changed, isTyped: false } : empty;
    }
    const { row, others, unclear } = read(typed, at);
    // Not what the beginning of the text meant: `7:30 mond` has a name.
    const before = written.isTyped ? written.before : held;
    const rest = onlyTime ? before : null;
    const alarm = withKnownRule(withRest(row, rest), held);
    return {
      text: typed,
      at,
      alarm,
      others: others.map((other) => withRest(other, rest) ?? other),
      unclear,
      isAsked: false,
      held: alarm ?? held,
      before,
      changed,
      isTyped: true,
    };
  }

  function type(typed: string) {
    setWritten(understood(typed, readerClock(hour12)));
    setProblem(null);
  }

  /** Empties the line and gives up what it sets. */
  function clear() {
    setWritten(empty);
    setProblem(null);
  }

  function write(alarm: TypedAlarm, changed: Alarm | null) {
    const rule = lineRuleText(intl, alarm, changed, synchronisedNow(), weekStart);
    const time = textOf(alarm.time);
    const text = onlyTime ? time : lineText([time, rule], alarm.name, reader, readerClock(hour12));
    setWritten({ ...empty, text, alarm, held: alarm, changed, isTyped: false });
    setProblem(null);
  }

  /** Writes the line anew with another meaning of it. */
  function choose(alarm: TypedAlarm) {
    write(alarm, written.changed);
  }

  /** Writes the line anew with this time, rule or name. */
  function change({ time, rule, name }: LineChanges) {
    const { held, changed } = written;
    write(
      {
        time: time ?? held?.time ?? '00:00',
        rule: rule ?? held?.rule ?? null,
        name: name ?? held?.name ?? '',
      },
      changed,
    );
  }

  /** Moves the time, or the present one if none is set. */
  function step(minutes: number) {
    const time = written.held?.time ?? minuteText(synchronisedNow(), visitorZone());
    change({ time: stepped(time, minutes) });
  }

  /** Writes an alarm of the list on the line. */
  function take(alarm: Alarm) {
    const { time, repeat, days, date, label } = alarm;
    const isSaid = isKnownRepeat(repeat) && repeat !== 'rule';
    const rule = isSaid ? { repeat, days: days ?? [], date } : null;
    write({ time, rule, name: label ?? '' }, alarm);
  }

  /** What was typed before the reader was loaded. */
  async function typedEarly(): Promise<Written> {
    setBusy(true);
    const loaded: TypedReader = await load();
    setBusy(false);
    const { row, others, unclear } = loaded.alarm(written.text, written.at);
    return { ...written, alarm: row, others, unclear };
  }

  /** Words that were not understood are asked about first, or are taken as its name. */
  async function save(isName = false) {
    if (busy || (written === empty && isSecondPress())) return;
    const { changed } = written;
    const isEarly = reader === null && written.isTyped && written.text !== '';
    const { alarm, unclear, isAsked } = isEarly ? await typedEarly() : written;
    if (unclear.length > 0 && (alarm === null || !(isAsked || isName))) {
      setWritten((now) => ({ ...now, isAsked: true }));
      setProblem(unclearText(intl, unclear));
      return;
    }
    if (alarm === null) {
      setProblem(intl.formatMessage({ id: 'alarm.timeRequired' }));
      return;
    }
    if (Array.from(alarm.name).length > labelLimit) {
      setProblem(intl.formatMessage({ id: 'field.labelTooLong' }, { max: labelLimit }));
      return;
    }
    // Empty at once, for the next one, unless somebody has written on.
    setWritten((now) => (now.text === written.text ? empty : now));
    setProblem(null);
    notePress();
    try {
      await (changed === null ? create(alarm) : replace(changed, alarm));
    } catch (failure) {
      const isOver = failure instanceof ProblemError && failure.errors.date !== undefined;
      setWritten((now) => (now === empty ? { ...written, alarm, held: alarm } : now));
      setProblem(
        isOver
          ? intl.formatMessage({ id: 'alarm.dateOver' })
          : writeFailureText(intl, failure, 'alarm.errorText'),
      );
    }
  }

  async function create(alarm: TypedAlarm) {
    await createAlarm({
      time: alarm.time,
      ...ruleFields(ruleOfLine(alarm)),
      label: alarm.name === '' ? null : alarm.name,
      sound: ringSettings.read().newSound,
      timezone: visitorZone(),
    });
    toasts.show({
      title: intl.formatMessage({ id: 'alarm.createdTitle' }),
      text: intl.formatMessage({ id: createdText('alarm.createdText') }),
    });
    rowCreated();
  }

  async function replace(changed: Alarm, alarm: TypedAlarm) {
    const isKept = alarm.rule === null && hasOtherRhythm(changed);
    const rule = ruleOfLine(alarm);
    await updateAlarm(changed.id, {
      time: alarm.time,
      ...(!isKept && ruleFields(rule)),
      ...(!isKept && rule.repeat === 'once' && { date: rule.date }),
      label: alarm.name === '' ? null : alarm.name,
    });
    toasts.show({
      title: intl.formatMessage({ id: 'alarm.updatedTitle' }),
      text: intl.formatMessage({ id: 'alarm.updatedText' }),
    });
  }

  const { text, alarm, unclear } = written;
  return {
    ...written,
    /** Whether the reader has read the text and found no time. */
    isUnread: reader !== null && text.trim() !== '' && alarm === null && unclear.length === 0,
    problem,
    busy,
    type,
    clear,
    change,
    choose,
    step,
    take,
    save,
    prepare,
  };
}

/** With the same object for the same rule, so that what is shown of it is not rendered again with each letter of a name. */
function withKnownRule(alarm: TypedAlarm | null, known: TypedAlarm | null): TypedAlarm | null {
  if (alarm === null || known === null) return alarm;
  return JSON.stringify(alarm.rule) === JSON.stringify(known.rule)
    ? { ...alarm, rule: known.rule }
    : alarm;
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

/** In minutes. */
export const alarmSteps = { arrow: 5, fine: 1, page: 60 } as const;

/** `HH:mm` some minutes later, on the same clock face. */
export function stepped(time: string, minutes: number): string {
  return timeOf(minuteOf(time) + minutes);
}
