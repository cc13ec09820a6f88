// Rows with a name, facts and buttons: a person's browsers and devices.
import styled from 'styled-components';
import { color, size, space } from '../../styles/theme';
import { itemTitle, smallText } from '../../styles/type';

/** Receives the focus from a row that is removed. */
export const NamedRows = styled.ul.attrs({ tabIndex: -1 })`
  outline: none;
`;

export const NamedRow = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
  padding-block: ${space[8]};

  &:not(:last-child) {
    border-block-end: ${size.hairline} solid ${color.line};
  }

  > button {
    flex: none;
  }
`;

export const RowName = styled.h3`
  ${itemTitle}
  overflow-wrap: anywhere;
`;

/** The facts, side by side if they fit. */
export const Facts = styled.p`
  ${smallText}
  display: flex;
  flex-wrap: wrap;
  column-gap: ${space[12]};
  color: ${color.inkSoft};
`;

export const InUse = styled.span`
  color: ${color.positive};
`;

/** A row whose name wraps before its buttons do. */
export const WrappingRow = styled(NamedRow)`
  flex-wrap: wrap;
  row-gap: ${space[4]};

  > :first-child {
    flex: 1 1 0;
    min-inline-size: ${size.factName};
  }
`;

/** The buttons of such a row, at its end. */
export const RowActions = styled.div`
  display: flex;
  margin-inline: auto calc(-1 * ${space[16]});
`;

/** A fact that needs to be looked at. */
export const Failing = styled.span`
  color: ${color.warning};
`;
