// Marks a row that the server does not have, or not in this version.
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { useAway } from '../../api/client';
import { dropIntent, useUnsaved } from '../../offline/outbox';
import { planOf, type Intent } from '../../offline/outbox-merge';
import { lengthText } from '../../i18n/duration-text';
import { useVisitorClock, type VisitorClock } from '../../i18n/clock-time';
import { synchronisedNow } from '../../time/synchronised-time';
import { color } from '../../styles/theme';
import { smallText } from '../../styles/type';
import type { ListName } from '../../model/types';
import { Button } from '../forms/button';

interface UnsavedNoteProps {
  readonly list: ListName;
  readonly id: number;
}

/** Most edits are saved sooner, without a note that comes and goes. */
const noteAfterMs = 3_000;

export function UnsavedNote({ list, id }: UnsavedNoteProps) {
  const { formatMessage } = useIntl();
  const intent = useUnsaved(list).find((one) => one.id === id);
  const isAway = useAway();
  const isLate = useIsLate(intent?.key);
  if (intent === undefined) return null;
  // Otherwise the server has it, and it only waits for an earlier request that may still arrive.
  const isToSend = planOf(intent, intent.base, synchronisedNow()).send !== 'nothing';
  if (intent.refused !== true && !(isToSend && (isAway || isLate))) return null;
  const isNew = intent.kind === 'create';
  if (intent.refused === true && !isNew) return <RefusedChange intent={intent} />;
  return (
    <Note>
      {intent.refused === true
        ? formatMessage({ id: 'unsaved.refused' })
        : formatMessage({ id: isNew ? 'unsaved.new' : 'unsaved.change' })}
    </Note>
  );
}

/** What was not saved, until it was read: the row is as the server has it. */
function RefusedChange({ intent }: { readonly intent: Intent }) {
  const intl = useIntl();
  const clock = useVisitorClock();
  const changed = { ...intent.base, ...intent.changes };
  return (
    <Note>
      <FormattedMessage
        id="unsaved.refusedChange"
        values={{ change: <bdi>{rowName(changed, intl, clock)}</bdi> }}
      />
      <Button
        $kind="quiet"
        onClick={() => {
          dropIntent(intent);
        }}
      >
        {intl.formatMessage({ id: 'toast.close' })}
      </Button>
    </Note>
  );
}

interface NamedRow {
  readonly label?: string | null;
  /** An alarm's. */
  readonly time?: string;
  /** A timer's. */
  readonly totalSeconds?: number;
}

/** The time or the length of a row, and its label if it has one. */
function rowName(row: object, intl: IntlShape, clock: VisitorClock): string {
  const { label, time, totalSeconds }: NamedRow = row;
  const text = time === undefined ? lengthText(intl, totalSeconds ?? 0) : clock.textOf(time);
  return label === null || label === undefined ? text : `${text} ${label}`;
}

/** Whether an edit has waited for some time while this was shown. */
function useIsLate(key: string | undefined): boolean {
  const [late, setLate] = useState<string | undefined>(undefined);
  useEffect(() => {
    const timeout = setTimeout(() => {
      setLate(key);
    }, noteAfterMs);
    return () => {
      clearTimeout(timeout);
    };
  }, [key]);
  return key !== undefined && late === key;
}

const Note = styled.p`
  ${smallText}
  color: ${color.warning};
`;
