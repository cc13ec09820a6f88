// The timer tool: lengths to tap, and a card for each timer.
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { refetch } from '../../api/lists';
import { useTimers } from '../../api/timers';
import type { Timer } from '../../api/types';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { PageTitle } from '../../components/page-column';
import { StorageNotice } from '../../components/storage-notice';
import { timerDeletions, useHiddenRows } from '../../hooks/pending-deletions';
import { from, size, space } from '../../styles/theme';
import { statement } from '../../styles/type';
import { PresetButtons } from './preset-buttons';
import { TimerList, TimerListSkeleton } from './timer-list';
import { useTimerTitle } from './timer-title';

const loadDialog = () => import(/* webpackChunkName: "timer-dialog" */ './timer-dialog');
const TimerDialog = lazy(async () => ({ default: (await loadDialog()).TimerDialog }));

/** What the dialog is open for: a new timer, or one to change. */
type Editing = 'new' | Timer | null;

export function TimerTool() {
  const { formatMessage } = useIntl();
  const { timers, error } = useTimers();
  const hidden = useHiddenRows(timerDeletions);
  const [editing, setEditing] = useState<Editing>(null);
  const shown = timers?.filter((timer) => !hidden.has(timer.id));
  useTimerTitle(shown);

  return (
    <>
      <Lead>
        <PageTitle>
          <FormattedMessage id="timer.name" />
        </PageTitle>
        <Question>
          <FormattedMessage id="timer.intro" />
        </Question>
        <PresetButtons
          onOther={() => {
            setEditing('new');
          }}
        />
      </Lead>
      <StorageNotice />
      <List aria-label={formatMessage({ id: 'timer.list' })} aria-busy={shown === undefined}>
        {shown === undefined ? (
          error === undefined ? (
            <TimerListSkeleton />
          ) : (
            <FailedToLoad />
          )
        ) : shown.length === 0 ? (
          <EmptyState
            title={formatMessage({ id: 'timer.emptyTitle' })}
            text={formatMessage({ id: 'timer.emptyText' })}
          />
        ) : (
          <TimerList timers={shown} onEdit={setEditing} />
        )}
      </List>
      {editing !== null && (
        <Suspense fallback={null}>
          <TimerDialog
            timer={editing === 'new' ? null : editing}
            onClose={() => {
              setEditing(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function FailedToLoad() {
  const { formatMessage } = useIntl();
  return (
    <EmptyState
      title={formatMessage({ id: 'timer.loadFailedTitle' })}
      text={formatMessage({ id: 'timer.loadFailedText' })}
    >
      <Button onClick={() => void refetch('timers').catch(() => undefined)}>
        <FormattedMessage id="list.retry" />
      </Button>
    </EmptyState>
  );
}

const Lead = styled.div`
  padding-block-start: ${space[32]};

  ${from.md} {
    padding-block-start: ${space[64]};
  }
`;

const Question = styled.p`
  ${statement}
  margin-block: ${space[4]} ${space[24]};
`;

/** As high from the start as with one timer, so that nothing below moves when they come. */
const List = styled.section`
  min-block-size: calc(${size.ring} + ${space[96]});
  margin-block-start: ${space[32]};
`;
