// The new timer: a line for its length in the middle of a ring that can be wound, a field for its name, and Start.
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { whenIdle } from '../../browser/idle';
import { useReducedMotion } from '../../browser/in-browser';
import { useLastingState } from '../../browser/lasting-state';
import { Button } from '../../components/forms/button';
import { labelLimit } from '../../components/forms/label-rule';
import {
  TimeLine,
  useDigitKeys,
  useDoublePress,
  UnclearWords,
  unclearText,
} from '../../components/forms/time-line';
import { lengthText, shortCountdownText } from '../../i18n/duration-text';
import { lowTwoColumns } from '../../styles/screens';
import { color, motion, size, space } from '../../styles/theme';
import { foldedDigits, timerSize, windingDigits } from '../../styles/timer';
import { itemTitle, leadText } from '../../styles/type';
import { longestSeconds, timerSteps, seedOfLength } from './timer-seed';
import { RingFlight, WindingRing } from './winding-ring';
import { useTimerWrites } from './use-timer-writes';
import { timerClock } from './time-left';
import { useTypedReader } from '../../typed/load';
import type { Reading, TypedTimer } from '../../typed/reader';
import { Unseen } from '../../components/page/texts';
import { DottedParts } from '../../components/page/dotted-parts';
import { useDebounced } from '../../time/use-debounced';

/** A timer that was started here, until it is in its row. */
interface Leaving {
  /** Null until it is saved. */
  readonly id: number | null;
  readonly seconds: number;
}

interface TimerLineProps {
  /** Whether it is one line until somebody sets a time: where others run, and there is little room. */
  readonly folds: boolean;
}

export function TimerLine({ folds }: TimerLineProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { startNew } = useTimerWrites();
  const input = useRef<HTMLInputElement>(null);
  const isReading = useRef(false);
  const id = useId();
  const { reader, load: loadReader } = useTypedReader();
  const [text, setText] = useLastingState('timer-line', '');
  const [ownName, setOwnName] = useLastingState('timer-line-name', '');
  const [problem, setProblem] = useState<string | null>(null);
  /** Whether Enter has asked about words that were not understood. */
  const [isAsked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  /** Since the line has had the focus, so that nothing moves below a finger that presses Start. */
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = folds && !isUnfolded && text === '';
  const isStill = useReducedMotion();
  const reading = useMemo(() => reader?.timer(text, timerClock()) ?? unread, [reader, text]);
  const typed = reading.row;
  const { unclear } = reading;
  // A name may also follow the length on the line.
  const named = (meant: TypedTimer): TypedTimer => ({
    ...meant,
    name: [meant.name, ownName.trim()].filter(Boolean).join(' '),
  });
  const timer = typed && named(typed);
  useDigitKeys(input);
  const { notePress, isSecondPress } = useDoublePress();

  const prepare = useCallback(() => void loadReader(), [loadReader]);
  useEffect(() => whenIdle(prepare), [prepare]);

  function type(written: string) {
    setText(written);
    setProblem(null);
    setAsked(false);
  }

  function problemOf({ seconds, name }: TypedTimer): string | null {
    if (seconds < 1) return formatMessage({ id: 'timer.tooShort' });
    if (seconds > longestSeconds) return formatMessage({ id: 'timer.lengthRequired' });
    return Array.from(name).length > labelLimit
      ? formatMessage({ id: 'field.labelTooLong' }, { max: labelLimit })
      : null;
  }

  async function start(isName = false) {
    if (isReading.current || (text === '' && isSecondPress())) return;
    isReading.current = reader === null;
    // What was typed before the reader was loaded, and `until 19:00` as of now.
    const by = reader ?? (await loadReader());
    const { row, unclear } = by.timer(text, timerClock());
    isReading.current = false;
    if (row === null || (unclear.length > 0 && !isAsked && !isName)) {
      setAsked(true);
      const isUnclear = unclear.length > 0;
      setProblem(
        isUnclear ? unclearText(intl, unclear) : formatMessage({ id: 'timer.lengthRequired' }),
      );
      return;
    }
    const meant = named(row);
    const found = problemOf(meant);
    setProblem(found);
    if (found !== null) return;
    const { seconds, name } = meant;
    const started = { id: null, seconds };
    // Empty at once, for the next one.
    setLeaving(started);
    notePress();
    setText((now) => (now === text ? '' : now));
    setOwnName((now) => (now === ownName ? '' : now));
    setUnfolded(false);
    const created = await startNew(seedOfLength(seconds, name === '' ? null : name));
    setLeaving((now) => {
      if (now !== started) return now;
      return created === null ? null : { ...started, id: created.id };
    });
    if (created !== null) return;
    // Unless somebody has written on.
    setText((now) => (now === '' ? text : now));
    setOwnName((now) => (now === '' ? ownName : now));
  }

  function wind(seconds: number) {
    const digits = shortCountdownText(seconds);
    const name = typed?.name ?? '';
    const text = `${digits} ${name}`.trim();
    const again = reader?.timer(text, timerClock()) ?? unread;
    // A name that would be read as something else is in quotation marks.
    const isReadBack = reader === null || (again.row?.name === name && again.unclear.length === 0);
    type(isReadBack ? text : `${digits} "${name}"`);
  }

  function step(by: number) {
    wind(Math.min(longestSeconds, Math.max(0, (typed?.seconds ?? 0) + by)));
  }

  const seconds = Math.min(longestSeconds, typed?.seconds ?? 0);
  const isUnread = reader !== null && text.trim() !== '' && timer === null && unclear.length === 0;
  const note = problem ?? (timer === null ? null : problemOf(timer));
  const understood = note === null ? timer : null;
  return (
    <Form
      noValidate
      data-folded={isFolded ? '' : undefined}
      onFocus={() => {
        setUnfolded(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (text === '' && !currentTarget.contains(relatedTarget)) setUnfolded(false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <WindingRing
        label={formatMessage({ id: 'timer.intro' })}
        valueText={seconds > 0 ? lengthText(intl, seconds) : zero}
        seconds={seconds}
        onTouch={prepare}
        onWind={wind}
        onStep={step}
        leaving={
          leaving !== null &&
          !isStill && (
            <RingFlight
              {...leaving}
              onLanded={() => {
                setLeaving(null);
              }}
            />
          )
        }
      >
        <Unseen as="label" htmlFor={id}>
          {formatMessage({ id: 'timer.lineLabel' })}
        </Unseen>
        <Length
          ref={input}
          id={id}
          text={text}
          placeholder={zero}
          // None at first: the site's policy forbids styles in built pages.
          style={text.length > usualCharacters ? { '--characters': text.length } : undefined}
          onText={type}
          steps={timerSteps}
          onStep={step}
          onFocus={prepare}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            if (text === '') event.currentTarget.blur();
            else type('');
          }}
          announced={`${id}-note`}
          aria-invalid={problem === null ? undefined : true}
        />
        <Name
          aria-label={formatMessage({ id: 'field.label' })}
          placeholder={formatMessage({ id: 'field.label' })}
          autoComplete="off"
          dir="auto"
          value={ownName}
          maxLength={2 * labelLimit}
          onChange={({ target }) => {
            setOwnName(target.value);
            setProblem(null);
          }}
        />
      </WindingRing>
      <Note id={`${id}-note`}>
        {problem !== null && unclear.length === 0 && <Problem role="alert">{problem}</Problem>}
        {unclear.length > 0 && (
          <UnclearWords
            unclear={unclear}
            asLabel={formatMessage({ id: 'timer.asLabel' })}
            onAccept={timer === null ? null : () => void start(true)}
            isProblem={problem !== null}
          />
        )}
        {problem === null && text.trim() === '' && formatMessage({ id: 'timer.linePlaceholder' })}
        {problem === null && isUnread && formatMessage({ id: 'timer.lengthRequired' })}
        {problem === null && note}
        {understood !== null && <UnderstoodLength timer={understood} />}
        {reading.others.map(({ seconds }) => (
          <Button
            key={seconds}
            onClick={() => {
              wind(seconds);
            }}
          >
            {formatMessage({ id: 'alarm.otherHalf' }, { time: lengthText(intl, seconds) })}
          </Button>
        ))}
      </Note>
      {understood !== null && <LengthReadOut timer={understood} />}
      <Start $kind="primary" type="submit">
        {formatMessage({ id: 'timer.start' })}
      </Start>
    </Form>
  );
}

const unread: Reading<TypedTimer> = { row: null, others: [], unclear: [] };
const zero = shortCountdownText(0);
/** Of `25:00`, for which its digits are as large as they can be. */
const usualCharacters = 6;

/** When it is read out after the last key. */
const readOutAfterMs = 400;

interface UnderstoodLengthProps {
  readonly timer: TypedTimer;
}

/** What the line of a new timer means: its length in words, and its name. */
function UnderstoodLength({ timer: { seconds, name } }: UnderstoodLengthProps) {
  const length = lengthText(useIntl(), seconds);
  return <DottedParts parts={[length]}>{name === '' ? null : <bdi>{name}</bdi>}</DottedParts>;
}

/** For screen readers, when nothing was typed for a moment; outside of what describes the line, which says the same. */
function LengthReadOut({ timer: { seconds, name } }: UnderstoodLengthProps) {
  const length = lengthText(useIntl(), seconds);
  return (
    <Unseen role="status">{useDebounced([length, name].join(' '), readOutAfterMs, '')}</Unseen>
  );
}

const Form = styled.form`
  display: grid;
  gap: ${space[12]};
  margin-block: ${space[8]} ${space[16]};

  &[data-folded] {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;

    > div:nth-child(2) {
      display: none;
    }

    input {
      ${foldedDigits}
      inline-size: 100%;
      text-align: start;
    }

    > button {
      padding-inline: ${space[32]};
    }
  }

  ${lowTwoColumns} {
    &:not([data-folded]) {
      grid-template-columns: ${timerSize.windingLow} minmax(0, 1fr);
      column-gap: ${space[32]};

      > :first-child {
        grid-row: 1 / span 2;
      }

      > button {
        align-self: start;
      }
    }
  }
`;

const Length = styled(TimeLine)`
  && {
    ${windingDigits}
    inline-size: 62%;
    block-size: auto;
    padding: 0 0 ${space[4]};
    text-align: center;
  }
`;

const Name = styled.input`
  ${itemTitle}
  inline-size: 48%;
  min-block-size: ${size.touch};
  padding: 0;
  border: 0;
  outline: 0;
  border-block-end: ${size.stroke} solid transparent;
  background: none;
  color: ${color.ink};
  caret-color: ${color.accent};
  text-align: center;
  transition: border-color ${motion.quick};

  &:focus {
    border-color: ${color.accent};
  }
`;

const Start = styled(Button)`
  min-block-size: ${timerSize.start};
`;

/** Reserves its line, so that nothing moves when typing begins. */
const Note = styled.div`
  ${leadText}
  display: grid;
  justify-items: center;
  min-block-size: 1lh;
  align-self: end;
  color: ${color.inkSoft};
  text-align: center;
  overflow-wrap: anywhere;

  > div {
    justify-content: center;
  }
`;

const Problem = styled.p`
  color: ${color.accent};
`;
