// The list of a tool: its rows, or what stands there until they come, when they cannot, and where there are none.
import { useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { refetch, type ListName } from '../api/lists';
import { Button } from './button';
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
  return (
    <Place ref={place} tabIndex={-1} aria-label={label} aria-busy={content.rows === undefined}>
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
  if (rows !== undefined)
    return rows.length === 0 ? <EmptyState {...empty} /> : children(rows, takeFocus);
  if (error === undefined) return skeleton;
  return (
    <EmptyState {...failed}>
      <Button onClick={() => void refetch(list).catch(() => undefined)}>
        <FormattedMessage id="list.retry" />
      </Button>
    </EmptyState>
  );
}

/** Nothing to press: no ring where the focus waits. */
const Place = styled.section`
  outline: none;
`;
