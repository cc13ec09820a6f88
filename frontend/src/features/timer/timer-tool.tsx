// The timer tool: lengths to tap, and a card for each timer.
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useTimers } from '../../api/timers';
import type { Timer } from '../../api/types';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { AwayNotice } from '../../components/page/away-notice';
import { StorageNotice } from '../../components/dialogs/storage-notice';
import { ToolList } from '../../components/lists/tool-list';
import { lazyComponent } from '../../loading/lazy-component';
import { whenLoaded } from '../../loading/load-code';
import { timerDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { size, space } from '../../styles/theme';
import { statement } from '../../styles/type';
import { PresetButtons } from './preset-buttons';
import { TimerList, TimerListSkeleton } from './timer-list';
import { useTimerTitle } from './timer-title';

const TimerDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-dialog" */ './timer-dialog')).TimerDialog,
);

/** One opening of the dialog: for a new timer, which is null, or for one to change. */
interface Editing {
  readonly timer: Timer | null;
}

export function TimerTool() {
  const { formatMessage } = useIntl();
  const { timers, error } = useTimers();
  const hidden = useHiddenRows(timerDeletions);
  const [editing, setEditing] = useState<Editing | null>(null);
  const shown = timers?.filter((timer) => !hidden.has(timer.id));
  useTimerTitle(shown);

  function edit(timer: Timer | null) {
    whenLoaded(TimerDialog, () => {
      setEditing({ timer });
    });
  }

  return (
    <>
      <ToolLead>
        <PageTitle>
          <FormattedMessage id="timer.name" />
        </PageTitle>
        <Question>
          <FormattedMessage id="timer.intro" />
        </Question>
        <PresetButtons
          onOther={() => {
            edit(null);
          }}
        />
      </ToolLead>
      <StorageNotice />
      <AwayNotice of="lists" />
      <ListPlace>
        <ToolList
          list="timers"
          label={formatMessage({ id: 'timer.list' })}
          rows={shown}
          error={error}
          skeleton={<TimerListSkeleton />}
          empty={{
            title: formatMessage({ id: 'timer.emptyTitle' }),
            text: formatMessage({ id: 'timer.emptyText' }),
          }}
          failed={{
            title: formatMessage({ id: 'timer.loadFailedTitle' }),
            text: formatMessage({ id: 'timer.loadFailedText' }),
          }}
        >
          {(rows, takeFocus) => <TimerList timers={rows} onEdit={edit} onDelete={takeFocus} />}
        </ToolList>
      </ListPlace>
      {editing !== null && (
        <TimerDialog
          timer={editing.timer}
          onClose={() => {
            // A save that ends late leaves alone what was opened since.
            setEditing((open) => (open === editing ? null : open));
          }}
        />
      )}
    </>
  );
}

const Question = styled.p`
  ${statement}
  margin-block: ${space[4]} ${space[24]};
`;

/** Has room for a line of timers while there are none, so that the first moves little of what follows. */
const ListPlace = styled.div`
  min-block-size: calc(${size.ring} + ${space[96]});
  margin-block-start: ${space[32]};
`;
