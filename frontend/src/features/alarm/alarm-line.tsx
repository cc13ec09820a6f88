// The line on which a new alarm is written, with what the site understood below it.
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode, type Ref } from 'react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import type { Alarm } from '../../model/types';
import { Button, IconButton } from '../../components/forms/button';
import { LabelField } from '../../components/forms/field';
import { TimeLine, useDigitKeys, UnclearWords } from '../../components/forms/time-line';
import type { MessageId } from '../../i18n/messages';
import { lazyComponent, usePreloadWhenIdle } from '../../loading/lazy-component';
import { below, color, icon, size, space } from '../../styles/theme';
import { leadText, mainDigits } from '../../styles/type';
import { alarmSteps, type AlarmLineState } from './use-alarm-line';
import { Unseen } from '../../components/page/texts';
import type { TypedRule } from '../../typed/reader';

/** In one file with what else a line needs once it is used. */
const LineEcho = lazyComponent(
  async () => (await import(/* webpackChunkName: "alarm-reader" */ './line-echo')).LineEcho,
);
const LineChoices = lazyComponent(
  async () => (await import(/* webpackChunkName: "alarm-reader" */ './line-echo')).LineChoices,
);

interface AlarmLineProps {
  readonly line: AlarmLineState;
  readonly save: Ref<HTMLButtonElement>;
  /** The big digits; on a narrow screen they are the line. */
  readonly digits: ReactNode;
  readonly isNarrow: boolean;
  readonly lastRule: TypedRule | null;
  /** Shown while nothing is written: the next ring, and the button of the dialog. */
  readonly idle: ReactNode;
  readonly add: ReactNode;
}

export function AlarmLine({ line, save, digits, isNarrow, lastRule, idle, add }: AlarmLineProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useDigitKeys(input);
  usePreloadWhenIdle(LineEcho);
  usePreloadWhenIdle(LineChoices);
  const { alarm, unclear, held, changed, text, problem, busy } = line;
  /** Words do not fit over the big digits of a phone, and are written below them. */
  const hasWords = isNarrow && /\p{L}/u.test(text);
  const isIdle = text.trim() === '' && held === null;
  const cancel = formatMessage({ id: 'dialog.cancel' });
  const saveButton = (
    <Save ref={save} $kind="primary" type="submit" aria-disabled={busy}>
      {formatMessage({ id: busy ? 'dialog.saving' : saveText(changed) })}
    </Save>
  );

  // The words in question are marked in the line, too.
  const [word] = unclear;
  const { start = 0, end = 0 } = word ?? {};
  useEffect(() => {
    if (problem !== null && end > start) input.current?.setSelectionRange(start, end);
  }, [problem, start, end]);

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void line.save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        if (isIdle) {
          input.current?.blur();
          return;
        }
        line.clear();
        // The buttons go.
        input.current?.focus({ preventScroll: true });
      }}
    >
      <Row $hasWords={hasWords}>
        <Digits>{digits}</Digits>
        <Unseen as="label" htmlFor={id}>
          {formatMessage({ id: 'alarm.lineLabel' })}
        </Unseen>
        <TimeLine
          ref={input}
          id={id}
          text={text}
          placeholder={formatMessage({ id: 'alarm.linePlaceholder' })}
          onText={line.type}
          steps={alarmSteps}
          onStep={line.step}
          onFocus={() => {
            line.prepare();
            // What is typed on the big digits replaces them.
            if (isNarrow && text !== '') line.type('');
          }}
          announced={`${id}-note ${id}-echo`}
          aria-invalid={problem === null ? undefined : true}
        />
        {isIdle
          ? add
          : !isNarrow && (
              <Actions>
                <IconButton $kind="quiet" aria-label={cancel} onClick={line.clear}>
                  <X {...icon.medium} />
                </IconButton>
                {saveButton}
              </Actions>
            )}
      </Row>
      <Note>
        <div id={`${id}-note`}>
          {problem !== null && unclear.length === 0 && <Problem role="alert">{problem}</Problem>}
          {unclear.length > 0 && (
            <UnclearWords
              unclear={unclear}
              asLabel={formatMessage({ id: 'alarm.asLabel' })}
              onAccept={alarm === null ? null : () => void line.save(true)}
              isProblem={problem !== null}
            />
          )}
          {problem === null && line.isUnread && formatMessage({ id: 'alarm.timeRequired' })}
          {isIdle && problem === null && idle}
        </div>
        {alarm !== null && (problem === null || unclear.length > 0) && (
          <LineEcho id={`${id}-echo`} line={line} lastRule={lastRule} />
        )}
      </Note>
      {held !== null && (
        <Rest>
          <LineChoices line={line} />
          {isNarrow && (
            <LabelField
              value={held.name}
              onChange={({ target }) => {
                line.change({ name: target.value });
              }}
              error={undefined}
            />
          )}
        </Rest>
      )}
      {isNarrow && !isIdle && (
        <Bar data-bar="">
          <Button onClick={line.clear}>{cancel}</Button>
          {saveButton}
        </Bar>
      )}
    </Form>
  );
}

function saveText(changed: Alarm | null): MessageId {
  return changed === null ? 'dialog.save' : 'alarm.change';
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`;

/** Transparent, because the digits show what was typed. */
const lineOverDigits = css`
  > input {
    ${mainDigits}
    /* As high as the digits, whatever the height of a line of text. */
    block-size: 0;
    min-block-size: 100%;
    padding-block: 0;
    margin-inline-start: 0;
    color: transparent;

    &::placeholder,
    &::selection {
      background: none;
      color: transparent;
    }
  }
`;

const wordsBelowDigits = css`
  grid-template-areas: 'digits' 'line' 'action';

  > div:first-child {
    grid-area: digits;
  }
`;

/** The digits above the line and its button; on a narrow screen the line lies over the digits. */
const Row = styled.div<{ readonly $hasWords: boolean }>`
  display: grid;
  grid-template: 'digits digits' auto 'line action' auto / minmax(0, 1fr) auto;
  gap: ${space[16]} ${space[12]};

  > input {
    grid-area: line;
  }

  button {
    min-block-size: ${size.line};
  }

  ${below.lg} {
    margin-block-end: ${space[16]};
  }

  ${below.md} {
    grid-template: 'line' auto 'action' auto / minmax(0, 1fr);
    ${({ $hasWords }) => ($hasWords ? wordsBelowDigits : lineOverDigits)}
  }
`;

const Digits = styled.div`
  grid-area: digits;

  ${below.md} {
    grid-area: line;
    padding-block-end: ${space[12]};
  }
`;

const Actions = styled.div`
  grid-area: action;
  display: flex;
  gap: ${space[8]};
`;

const Save = styled(Button)`
  padding-inline: ${space[48]};
`;

/** Reserves its lines, so that nothing moves when typing begins. */
const Note = styled.div`
  ${leadText}
  min-block-size: 3lh;
  text-wrap: balance;
`;

/** Below the dial on narrow screens. */
const Rest = styled.div`
  display: grid;
  gap: ${space[24]};

  ${below.lg} {
    order: 2;
    margin-block-start: ${space[24]};
  }
`;

/** Stays in view, above the keypad. */
const Bar = styled.div`
  order: 3;
  position: sticky;
  inset-block-end: 0;
  display: grid;
  grid-template-columns: 1fr 2fr;
  gap: ${space[8]};
  padding-block: ${space[12]};
  background: ${color.ground};

  button {
    min-block-size: ${size.line};
    padding-inline: ${space[12]};
  }
`;

const Problem = styled.p`
  color: ${color.accent};
`;
