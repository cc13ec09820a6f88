// The list of a tool: its rows, or what stands there until they come, when they cannot, and where there are none.
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
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
  readonly children: (rows: readonly Row[]) => ReactNode;
}

interface Words {
  readonly title: string;
  readonly text: string;
}

export function ToolList<Row>({ label, ...content }: ToolListProps<Row>) {
  return (
    <section aria-label={label} aria-busy={content.rows === undefined}>
      <Content {...content} />
    </section>
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
}: Omit<ToolListProps<Row>, 'label'>) {
  if (rows !== undefined) return rows.length === 0 ? <EmptyState {...empty} /> : children(rows);
  if (error === undefined) return skeleton;
  return (
    <EmptyState {...failed}>
      <Button onClick={() => void refetch(list).catch(() => undefined)}>
        <FormattedMessage id="list.retry" />
      </Button>
    </EmptyState>
  );
}
