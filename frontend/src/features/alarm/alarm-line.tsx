// The line on which a new alarm is written, with what the site understood below it.
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Alarm } from '../../model/types';
import { Button } from '../../components/forms/button';
import { TimeLine } from '../../components/forms/time-line';
import { useDigitKeys } from '../../components/forms/use-digit-keys';
import { DottedParts } from '../../components/page/dotted-parts';
import type { MessageId } from '../../i18n/messages';
import { ruleText } from '../../i18n/rule-text';
import { isoDay } from '../../i18n/time-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { useWeekStart } from '../../settings/week-start';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { visuallyHidden } from '../../styles/hidden';
import { below, color, size, space } from '../../styles/theme';
import { leadText } from '../../styles/type';
import { RepeatField } from './repeat-field';
import { RingPreview } from './ring-preview';
import { alarmSteps } from './alarm-steps';
import { alarmRule, ruleOfLine, type AlarmLineState } from './use-alarm-line';

/** When the description is read out after the last key. */
const readOutAfterMs = 400;

interface AlarmLineProps {
  readonly line: AlarmLineState;
  readonly save: Ref<HTMLButtonElement>;
  /** Shown while nothing is written: the next ring, and the button of the dialog. */
  readonly idle: ReactNode;
  readonly add: ReactNode;
}

export function AlarmLine({ line, save, idle, add }: AlarmLineProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useDigitKeys(input);
  const { alarm, held, changed, text, problem, busy } = line;
  const isIdle = text.trim() === '';

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void line.save();
      }}
    >
      <Row>
        <Label htmlFor={id}>{formatMessage({ id: 'alarm.lineLabel' })}</Label>
        <TimeLine
          ref={input}
          id={id}
          text={text}
          placeholder={formatMessage({ id: 'alarm.linePlaceholder' })}
          onText={line.type}
          steps={alarmSteps}
          onStep={line.step}
          onFocus={line.prepare}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            if (text === '') event.currentTarget.blur();
            else line.type('');
          }}
          aria-describedby={`${id}-note`}
          aria-invalid={problem === null ? undefined : true}
        />
        {isIdle ? (
          add
        ) : (
          <Save ref={save} $kind="primary" type="submit" aria-disabled={busy}>
            <FormattedMessage id={busy ? 'dialog.saving' : saveText(changed)} />
          </Save>
        )}
      </Row>
      <Note id={`${id}-note`}>
        {problem !== null && <Problem role="alert">{problem}</Problem>}
        {problem === null && line.isUnread && <FormattedMessage id="alarm.timeRequired" />}
        {problem === null && alarm !== null && <Echo line={line} />}
        {isIdle && problem === null && idle}
      </Note>
      {held !== null && (
        <Rest>
          <Choices line={line} />
        </Rest>
      )}
    </Form>
  );
}

function saveText(changed: Alarm | null): MessageId {
  return changed === null ? 'dialog.save' : 'alarm.change';
}

/** When it rings, its rule and its name; written for screen readers when nothing was typed for a moment. */
function Echo({ line: { alarm, changed, change, text } }: { readonly line: AlarmLineState }) {
  const intl = useIntl();
  const clock = useVisitorClock();
  const weekStart = useWeekStart();
  const shown = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timeout = setTimeout(() => {
      setSaid(shown.current?.textContent ?? '');
    }, readOutAfterMs);
    return () => {
      clearTimeout(timeout);
    };
  }, [text]);
  if (alarm === null) return null;
  const rule = alarmRule(alarm, changed);
  const parts = [ruleText(intl, rule, synchronisedNow(), weekStart)];
  const { other } = alarm;
  return (
    <>
      <div ref={shown}>
        <p>
          <RingPreview {...rule} />
        </p>
        <Rule>
          <DottedParts parts={parts}>
            {alarm.name === '' ? null : <bdi>{alarm.name}</bdi>}
          </DottedParts>
        </Rule>
      </div>
      {other !== null && (
        <Other
          onClick={() => {
            change({ time: other });
          }}
        >
          <FormattedMessage id="alarm.otherHalf" values={{ time: clock.textOf(other) }} />
        </Other>
      )}
      <Said role="status">{said}</Said>
    </>
  );
}

/** The rule in taps; they write the line anew. */
function Choices({ line: { held, change } }: { readonly line: AlarmLineState }) {
  if (held === null) return null;
  const { repeat, days, date } = ruleOfLine(held);
  return (
    <RepeatField
      values={{ repeat, days: [...days], date: date ?? '' }}
      errors={{}}
      withoutDate
      today={isoDay(synchronisedNow(), visitorZone())}
      onChange={(changes) => {
        change({ rule: { repeat, days, ...changes, date: null } });
      }}
    />
  );
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  margin-block-start: ${space[16]};
`;

const Row = styled.div`
  display: flex;
  align-items: stretch;
  gap: ${space[12]};

  > input {
    flex: 1;
    min-inline-size: 0;
  }

  button {
    min-block-size: ${size.line};
  }

  ${below.lg} {
    margin-block: ${space[16]};
  }

  ${below.md} {
    display: grid;
  }
`;

const Label = styled.label`
  ${visuallyHidden}
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
  ${below.lg} {
    order: 2;
    margin-block-start: ${space[24]};
  }
`;

const Problem = styled.p`
  color: ${color.accent};
`;

const Rule = styled.div`
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

const Other = styled(Button)`
  margin-block-start: ${space[8]};
`;

const Said = styled.p`
  ${visuallyHidden}
`;
