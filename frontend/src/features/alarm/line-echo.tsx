// What the line of the alarm page understood: when it rings, its rule and its name, and the rule in taps.
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { AlarmRule } from '../../model/types';
import { Button } from '../../components/forms/button';
import { DottedParts } from '../../components/page/dotted-parts';
import { ruleText } from '../../i18n/rule-text';
import { isoDay } from '../../time/zone-offset';
import { useVisitorClock } from '../../i18n/clock-time';
import { useWeekStart } from '../../settings/choices';
import { Unseen } from '../../components/page/texts';
import { color, space } from '../../styles/theme';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { RepeatField, RingPreview } from './repeat-field';
import { alarmRule, ruleOfLine } from './line-rule';
import type { AlarmLineState } from './use-alarm-line';
import type { TypedAlarm, TypedRule } from '../../typed/reader';

/** When the description is read out after the last key. */
const readOutAfterMs = 400;

const mostOthers = 3;

interface LineEchoProps {
  /** Of what describes the line: without what is read out, which says the same. */
  readonly id: string;
  readonly line: AlarmLineState;
  /** The days of the newest alarm, which are offered, but not assumed; null if there are none to offer. */
  readonly lastRule: TypedRule | null;
}

/** When it rings, its rule and its name; written for screen readers when nothing was typed for a moment. */
export function LineEcho({ id, line, lastRule }: LineEchoProps) {
  const { alarm, others, changed, change, choose, text } = line;
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const weekStart = useWeekStart();
  const preview = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState<readonly string[]>([]);
  const textOf = (rule: AlarmRule) => ruleText(intl, rule, synchronisedNow(), weekStart);
  const rule = alarm === null ? null : alarmRule(alarm, changed);
  const days = rule === null ? '' : textOf(rule);
  const name = alarm?.name ?? '';
  useEffect(() => {
    const timeout = setTimeout(() => {
      const parts = [preview.current?.textContent ?? '', days, name];
      setSaid(parts.filter((part) => part !== ''));
    }, readOutAfterMs);
    return () => {
      clearTimeout(timeout);
    };
  }, [text, days, name]);
  if (alarm === null || rule === null) return null;
  /** What is different in another meaning of the text. */
  const difference = (other: TypedAlarm) => {
    const otherDays = textOf(alarmRule(other, changed));
    const isOtherTime = other.time !== alarm.time;
    return [
      ...(isOtherTime ? [clock.textOf(other.time)] : []),
      ...(otherDays !== days ? [otherDays] : []),
    ].join(' ');
  };
  return (
    <>
      <div id={id}>
        <p ref={preview}>
          <RingPreview {...rule} />
        </p>
        <Rule>
          <DottedParts parts={[days]}>{name === '' ? null : <bdi>{name}</bdi>}</DottedParts>
        </Rule>
      </div>
      <Others>
        {others.slice(0, mostOthers).map((other) => {
          const time = difference(other);
          return (
            <Button
              key={time}
              onClick={() => {
                choose(other);
              }}
            >
              {formatMessage({ id: 'alarm.otherHalf' }, { time })}
            </Button>
          );
        })}
        {lastRule !== null && alarm.rule === null && changed === null && (
          <Button
            onClick={() => {
              change({ rule: lastRule });
            }}
          >
            {formatMessage({ id: 'alarm.lastRule' }, { rule: textOf({ ...rule, ...lastRule }) })}
          </Button>
        )}
      </Others>
      <Unseen as="div" role="status">
        {said.map((part) => (
          <p key={part}>{part}</p>
        ))}
      </Unseen>
    </>
  );
}

/** The rule in taps; they write the line anew. */
export function LineChoices({ line: { held, change } }: { readonly line: AlarmLineState }) {
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

const Rule = styled.div`
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

const Others = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};

  > * {
    margin-block-start: ${space[8]};
  }
`;
