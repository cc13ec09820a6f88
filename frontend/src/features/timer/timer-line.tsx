// The line on which a new timer is written: a length and perhaps a name, and Enter starts it.
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { whenIdle } from '../../browser/idle';
import { Button } from '../../components/forms/button';
import { labelLimit } from '../../components/forms/label-rule';
import { TimeLine } from '../../components/forms/time-line';
import { useDigitKeys } from '../../components/forms/use-digit-keys';
import { DottedParts } from '../../components/page/dotted-parts';
import { lengthText, shortCountdownText } from '../../i18n/duration-text';
import type { TypedTimer } from '../../i18n/typed-timer';
import { loadPersistently } from '../../loading/load-code';
import { visuallyHidden } from '../../styles/hidden';
import { below, color, size, space } from '../../styles/theme';
import { leadText } from '../../styles/type';
import { longestSeconds } from './plan-limits';
import type * as reading from './timer-reader';
import { seedOfLength } from './timer-seed';
import { timerSteps } from './timer-line-steps';
import { useTimerWrites } from './use-timer-writes';

type Reader = typeof reading;

/** When the description is read out after the last key. */
const readOutAfterMs = 400;

export function TimerLine() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { startNew } = useTimerWrites();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [reader, setReader] = useState<Reader | null>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const words = useMemo(() => reader?.lengthWords(intl), [reader, intl]);
  const timer = useMemo(
    () => (reader === null || words === undefined ? null : reader.typedTimer(text, words)),
    [reader, words, text],
  );
  useDigitKeys(input);

  const prepare = useCallback(() => {
    void loadPersistently(
      () => import(/* webpackChunkName: "timer-reader" */ './timer-reader'),
    ).then(setReader);
  }, []);
  useEffect(() => whenIdle(prepare), [prepare]);

  function type(typed: string) {
    setText(typed);
    setProblem(null);
  }

  function problemOf({ seconds, name }: TypedTimer): string | null {
    if (seconds < 1) return formatMessage({ id: 'timer.tooShort' });
    if (seconds > longestSeconds) return formatMessage({ id: 'timer.lengthRequired' });
    return Array.from(name).length > labelLimit
      ? formatMessage({ id: 'field.labelTooLong' }, { max: labelLimit })
      : null;
  }

  async function start() {
    if (busy) return;
    if (timer === null) {
      setProblem(formatMessage({ id: 'timer.lengthRequired' }));
      return;
    }
    const found = problemOf(timer);
    setProblem(found);
    if (found !== null) return;
    setBusy(true);
    const { seconds, name } = timer;
    const isStarted = await startNew(seedOfLength(seconds, name === '' ? null : name));
    // Only what was started: somebody may have written on.
    if (isStarted) setText((now) => (now === text ? '' : now));
    setBusy(false);
  }

  function step(by: number) {
    const seconds = Math.min(longestSeconds, Math.max(0, (timer?.seconds ?? 0) + by));
    type([shortCountdownText(seconds), timer?.name ?? ''].join(' ').trim());
  }

  const isUnread = reader !== null && text.trim() !== '' && timer === null;
  const note = problem ?? (timer === null ? null : problemOf(timer));
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Row>
        <Label htmlFor={id}>{formatMessage({ id: 'timer.lineLabel' })}</Label>
        <TimeLine
          ref={input}
          id={id}
          text={text}
          placeholder={formatMessage({ id: 'timer.linePlaceholder' })}
          onText={type}
          steps={timerSteps}
          onStep={step}
          onFocus={prepare}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            if (text === '') event.currentTarget.blur();
            else type('');
          }}
          aria-describedby={`${id}-note`}
          aria-invalid={problem === null ? undefined : true}
        />
        {text.trim() !== '' && (
          <Start $kind="primary" type="submit" aria-disabled={busy}>
            <FormattedMessage id="timer.start" />
          </Start>
        )}
      </Row>
      <Note id={`${id}-note`}>
        {problem !== null && <Problem role="alert">{problem}</Problem>}
        {problem === null && isUnread && <FormattedMessage id="timer.lengthRequired" />}
        {problem === null && timer !== null && (note ?? <Understood timer={timer} />)}
      </Note>
    </Form>
  );
}

/** The length in words, and the name; written for screen readers when nothing was typed for a moment. */
function Understood({ timer: { seconds, name } }: { readonly timer: TypedTimer }) {
  const intl = useIntl();
  const length = lengthText(intl, seconds);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timeout = setTimeout(() => {
      setSaid([length, name].join(' '));
    }, readOutAfterMs);
    return () => {
      clearTimeout(timeout);
    };
  }, [length, name]);
  return (
    <>
      <DottedParts parts={[length]}>{name === '' ? null : <bdi>{name}</bdi>}</DottedParts>
      <Said role="status">{said}</Said>
    </>
  );
}

const Form = styled.form`
  display: grid;
  gap: ${space[8]};
  max-inline-size: ${size.measure};
  margin-block-end: ${space[16]};
`;

const Row = styled.div`
  display: flex;
  align-items: stretch;
  gap: ${space[12]};

  > input {
    flex: 1;
    min-inline-size: 0;
  }

  > button {
    min-block-size: ${size.line};
  }

  ${below.md} {
    gap: ${space[8]};
  }
`;

const Label = styled.label`
  ${visuallyHidden}
`;

const Start = styled(Button)`
  padding-inline: ${space[32]};
`;

/** Reserves its line, so that nothing moves when typing begins. */
const Note = styled.div`
  ${leadText}
  min-block-size: 1lh;
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

const Problem = styled.p`
  color: ${color.accent};
`;

const Said = styled.p`
  ${visuallyHidden}
`;
