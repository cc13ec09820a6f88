// The layout of a timer's card, expanded and collapsed.
import styled, { css } from 'styled-components';
import { FloatButton } from '../../components/float/float-button';
import { Chip, IconButton } from '../../components/forms/button';
import { below, color, from, radius, size, space } from '../../styles/theme';
import { itemTitle } from '../../styles/type';

const alone = css`
  ${from.md} {
    padding: ${space[48]};
  }
`;

export const Card = styled.article<{ readonly $large: boolean }>`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  gap: ${space[24]};
  min-inline-size: 0;
  padding: ${space[24]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  ${({ $large }) => $large && alone}

  ${below.sm} {
    &[data-folded] {
      position: relative;
      grid-template: 'name fold start' auto 'time fold start' auto / minmax(0, 1fr) auto auto;
      align-items: center;
      gap: ${space[4]} ${space[8]};
      padding: ${space[12]} ${space[16]};
    }
  }
`;

/** The name, and at the other end the actions on the whole card. */
export const Head = styled.div`
  display: flex;
  align-items: start;

  ${below.sm} {
    ${Card}[data-folded] & {
      display: contents;
    }
  }
`;

export const Words = styled.div`
  flex: 1;
  grid-area: name;
  min-inline-size: 0;
`;

/** No higher than the name beside it. */
const corner = css`
  margin-block: calc(-1 * ${space[12]});

  &:last-child {
    margin-inline-end: calc(-1 * ${space[12]});
  }

  ${below.sm} {
    ${Card}[data-folded] & {
      display: none;
    }
  }
`;

export const Corner = styled(IconButton)`
  ${corner}
`;

export const CornerFloat = styled(FloatButton)`
  ${corner}
` as typeof FloatButton;

/** Only on narrow screens. A click anywhere on a collapsed card expands it, except on its start button. */
export const Fold = styled(IconButton)`
  grid-area: fold;
  margin-block: calc(-1 * ${space[12]});
  margin-inline-end: calc(-1 * ${space[12]});

  &[aria-expanded='true'] svg {
    rotate: 180deg;
  }

  ${from.sm} {
    display: none;
  }

  ${below.sm} {
    ${Card}[data-folded] & {
      margin: 0;

      &::after {
        content: '';
        position: absolute;
        inset: 0;
      }
    }
  }
`;

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
  max-inline-size: ${size.timerCard};
  margin-inline: auto;

  > button {
    flex: 1 0 36%;
  }

  ${below.sm} {
    ${Card}[data-folded] & {
      position: relative;
      grid-area: start;
      inline-size: auto;

      > :not(:first-child) {
        display: none;
      }

      /* A list of them has no main one. */
      > :first-child {
        border-color: ${color.controlLine};
        background: transparent;
        color: ${color.ink};
      }
    }
  }
`;
