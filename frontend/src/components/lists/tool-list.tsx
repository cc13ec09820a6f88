// The list of a tool: its rows, or a placeholder while they load, if they cannot be loaded, and if there are none, what
// its first row will do; and deletion with undo: a row disappears at once, and is deleted when the toast is over.
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { refetch } from '../../rows/lists';
import { unmarkNewcomer } from '../../identity/newcomer';
import { useInBrowser } from '../../browser/in-browser';
import { hiddenFromNewcomers, onlyForNewcomers } from '../../styles/hidden';
import { Button } from '../forms/button';
import { EmptyState } from './empty-state';
import type { ListName } from '../../model/types';
import { useAccountHere } from '../../identity/account-here';
import type { MessageId } from '../../i18n/messages';
import { homeSize } from '../../styles/cards';
import { color, from, size, space } from '../../styles/theme';
import { ClosedBox, NothingWords, RingWords } from '../page/proofs';
import type { PendingDeletions } from '../../rings/pending-deletions';
import type { ToastContent } from '../dialogs/toast-region';
import { useToasts } from '../dialogs/toasts';

interface ToolListProps<Row> {
  /** The region, which also takes the focus of what is removed beside the list. */
  readonly ref: RefObject<HTMLElement | null>;
  readonly list: ListName;
  /** The list's name for assistive technology. */
  readonly label: string;
  /** Undefined until they are loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly skeleton: ReactNode;
  readonly empty: ReactNode;
  readonly failed: { readonly title: string; readonly text: string };
  /** Renders the rows. When a row is deleted, the list takes the focus. */
  readonly children: (rows: readonly Row[], takeFocus: () => void) => ReactNode;
}

export function ToolList<Row>({ ref, label, ...content }: ToolListProps<Row>) {
  const takeFocus = () => {
    ref.current?.focus({ preventScroll: true });
  };
  const waiting = content.rows === undefined && content.error === undefined;
  useLinkedRow(content.rows !== undefined);
  return (
    <Place ref={ref} tabIndex={-1} aria-label={label} aria-busy={waiting}>
      <Content {...content} takeFocus={takeFocus} />
    </Place>
  );
}

function Content<Row>({
  list,
  rows,
  error,
  skeleton,
  empty,
  failed,
  children,
  takeFocus,
}: Omit<ToolListProps<Row>, 'ref' | 'label'> & { readonly takeFocus: () => void }) {
  const { formatMessage } = useIntl();
  const built = useBuilt();
  useEffect(() => {
    if (rows !== undefined) unmarkNewcomer();
  }, [rows]);

  if (rows !== undefined && rows.length > 0) return children(rows, takeFocus);
  if (rows === undefined && error === undefined && !built) return skeleton;
  if (rows !== undefined || error === undefined)
    return (
      <>
        {rows === undefined && <Waiting>{skeleton}</Waiting>}
        {/* Renders the same when it is known to be empty as when it is certain without a request, so that it is painted
            once. */}
        <None $known={rows !== undefined}>{empty}</None>
      </>
    );
  return (
    <EmptyState {...failed}>
      <Button onClick={() => void refetch(list).catch(() => undefined)}>
        {formatMessage({ id: 'list.retry' })}
      </Button>
    </EmptyState>
  );
}

/** A link to a row, such as `#timer-4` of the ruler, brings it into view and gives it the focus, once. */
function useLinkedRow(isListed: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!isListed || hash === '') return undefined;
    // After a new page has taken the focus.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(hash.slice(1));
      row?.scrollIntoView({ block: 'center' });
      row?.focus({ preventScroll: true });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isListed, hash, key]);
}

/** Whether this was in the built HTML; only then it has to fit new and returning visitors. */
function useBuilt(): boolean {
  const hydrating = useInBrowser(() => false, true);
  const [built] = useState(hydrating);
  return built;
}

interface ToolProofsProps {
  readonly closedText: MessageId;
}

export function ToolProofs({ closedText }: ToolProofsProps) {
  const isAccountHere = useAccountHere();
  return (
    <ProofsPlace>
      <Drawing>
        <ClosedBox />
      </Drawing>
      <Words>
        <RingWords closedText={closedText} />
        {!isAccountHere && (
          <div>
            <NothingWords />
          </div>
        )}
      </Words>
    </ProofsPlace>
  );
}

interface DeletionWords {
  /** Says that this many rows were deleted. */
  readonly deleted: MessageId;
  readonly failed: Pick<ToastContent, 'title' | 'text'>;
}

/** Returns a function that removes a row from the list, which can be undone. */
export function useDeleteWithUndo(
  deletions: PendingDeletions,
  remove: (id: number) => Promise<void>,
  words: DeletionWords,
): (id: number) => void {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
  return (id) => {
    deletions.begin({
      id,
      remove: () => remove(id),
      onFailure: () => {
        toasts.show({ ...words.failed, tone: 'destructive' });
      },
    });
    toasts.show({
      kind: words.deleted,
      title: (count) => formatMessage({ id: words.deleted }, { count }),
      undo: () => {
        deletions.undo(id);
      },
      canUndo: () => deletions.canUndo(id),
      subscribe: deletions.subscribe,
      onGone: () => {
        deletions.commit(id);
      },
    });
  };
}

/** A place that cannot be pressed, so it has no focus ring. */
const Place = styled.section`
  outline: none;
`;

const Waiting = styled.div`
  ${hiddenFromNewcomers}
`;

const None = styled.div<{ readonly $known: boolean }>`
  ${({ $known }) => !$known && onlyForNewcomers}
`;

const ProofsPlace = styled.div`
  display: grid;
  gap: ${space[16]} ${space[32]};
  padding-block: ${space[24]};
  border-block: ${size.hairline} solid ${color.line};

  ${from.sm} {
    grid-template-columns: auto minmax(0, 1fr);
  }
`;

const Drawing = styled.div`
  block-size: ${homeSize.drawing};
`;

const Words = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${homeSize.proof}), 1fr));
  gap: ${space[24]} ${space[48]};
`;
