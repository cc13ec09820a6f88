// The layout of a timer's card.
import styled, { css } from 'styled-components';
import { FloatButton } from '../../components/float/float-button';
import { Chip, IconButton } from '../../components/forms/button';
import { linkedRow } from '../../styles/rows';
import { lowTwoColumns } from '../../styles/screens';
import { color, from, radius, size, space } from '../../styles/theme';
import { timerSize } from '../../styles/timer';
import { itemTitle } from '../../styles/type';

export const Card = styled.article`
  ${linkedRow}
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  gap: ${space[24]};
  min-inline-size: 0;
  padding: ${space[24]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};

  ${from.md} {
    padding: ${space[48]};
  }

  /* On a phone in landscape the buttons are beside the ring. */
  ${lowTwoColumns} {
    grid-template: auto 1fr / auto minmax(0, 1fr);
    gap: ${space[8]} ${space[32]};
    padding: ${space[16]} ${space[24]};

    > :first-child {
      grid-column: 1 / -1;
    }

    > :nth-child(3) {
      align-self: center;
    }
  }
`;

/** The name, and at the other end the actions on the whole card. */
export const Head = styled.div`
  display: flex;
  align-items: start;
`;

export const Words = styled.div`
  flex: 1;
  min-inline-size: 0;
`;

/** No higher than the name beside it. */
const corner = css`
  margin-block: calc(-1 * ${space[12]});

  &:last-child {
    margin-inline-end: calc(-1 * ${space[12]});
  }
`;

export const Corner = styled(IconButton)`
  ${corner}
`;

export const CornerFloat = styled(FloatButton)`
  ${corner}
` as typeof FloatButton;

export const Name = styled.h2`
  ${itemTitle}
  overflow-wrap: anywhere;
`;

export const More = styled(Chip)`
  padding-inline: ${space[12]};
`;

/** In pairs, if their texts fit. */
export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  inline-size: 100%;
  max-inline-size: ${timerSize.card};
  margin-inline: auto;

  > button {
    flex: 1 0 36%;
  }
`;
