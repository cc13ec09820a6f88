// Rows of stored data: a name and a description.
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { codeText } from '../../styles/code';
import { color, from, size, space } from '../../styles/theme';

export const FactList = styled.dl`
  display: grid;
`;

export function Fact({
  name,
  children,
}: {
  readonly name: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Row>
      <Name>{name}</Name>
      <dd>{children}</dd>
    </Row>
  );
}

/** Technical names, one per line. */
export function Keys({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => <Key key={name}>{name}</Key>);
}

const Row = styled.div`
  display: grid;
  gap: ${space[4]} ${space[24]};
  padding-block: ${space[12]};

  /* Not under the last, which the next section's line follows. */
  &:not(:last-child) {
    border-block-end: ${size.hairline} solid ${color.line};
  }

  ${from.sm} {
    grid-template-columns: ${size.factName} 1fr;
  }
`;

/** Keys are written from left to right, but aligned with the start of the line. */
const Name = styled.dt`
  display: grid;
  justify-items: start;
  align-content: start;
  color: ${color.inkSoft};
`;

const Key = styled.code`
  ${codeText}
`;
