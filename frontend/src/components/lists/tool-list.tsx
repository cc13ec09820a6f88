// The list of a tool: its rows, or what stands there until they come, when they cannot, and where there are none.
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { refetch, type ListName } from '../../api/lists';
import { unmarkNewcomer } from '../../api/newcomer';
import { never } from '../../browser/never';
import { hiddenFromNewcomers, onlyForNewcomers } from '../../styles/hidden';
import { Button } from '../forms/button';
import { EmptyState } from './empty-state';

interface ToolListProps<Row> {
  readonly list: ListName;
  /** Its name for assistive technology. */
  readonly label: string;
  /** Nothing until they have come. */
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly skeleton: ReactNode;
  readonly empty: Words;
  readonly failed: Words;
  /** Draws the rows; a row that is deleted leaves the focus to the list. */
  readonly children: (rows: readonly Row[], takeFocus: () => void) => ReactNode;
}

interface Words {
  readonly title: string;
  readonly text: string;
}

export function ToolList<Row>({ label, ...content }: ToolListProps<Row>) {
  const place = useRef<HTMLElement>(null);
  const takeFocus = () => {
    place.current?.focus({ preventScroll: true });
  };
  const waiting = content.rows === undefined && content.error === undefined;
  return (
    <Place ref={place} tabIndex={-1} aria-label={label} aria-busy={waiting}>
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
}: Omit<ToolListProps<Row>, 'label'> & { readonly takeFocus: () => void }) {
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
        {/* The same once it is known as while it is certain without asking, so that it is painted once. */}
        <None $known={rows !== undefined}>
          <EmptyState {...empty} />
        </None>
      </>
    );
  return (
    <EmptyState {...failed}>
      <Button onClick={() => void refetch(list).catch(() => undefined)}>
        <FormattedMessage id="list.retry" />
      </Button>
    </EmptyState>
  );
}

/** Whether this came with the page; only there it has to suit the new and the known at once. */
function useBuilt(): boolean {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [built] = useState(hydrating);
  return built;
}

/** Nothing to press: no ring where the focus waits. */
const Place = styled.section`
  outline: none;
`;

const Waiting = styled.div`
  ${hiddenFromNewcomers}
`;

const None = styled.div<{ readonly $known: boolean }>`
  ${({ $known }) => !$known && onlyForNewcomers}
`;
