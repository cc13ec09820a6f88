// Buttons: the primary action, a plain one, and a quiet one without a frame.
import styled, { css } from 'styled-components';
import { color, hovering, motion, radius, size, space } from '../../styles/theme';

type ButtonKind = 'primary' | 'plain' | 'quiet';

const kinds = {
  primary: css`
    background: ${color.accent};
    border-color: ${color.accent};
    color: ${color.onAccent};

    ${hovering} {
      &:hover:not(:disabled, [aria-disabled='true']) {
        background: color-mix(in oklab, ${color.accent} 88%, ${color.ink});
        border-color: transparent;
      }
    }
  `,
  plain: css`
    background: transparent;
    border-color: ${color.line};
    color: ${color.ink};

    ${hovering} {
      &:hover:not(:disabled, [aria-disabled='true']) {
        border-color: ${color.controlLine};
      }
    }
  `,
  quiet: css`
    background: transparent;
    border-color: transparent;
    color: ${color.inkSoft};

    ${hovering} {
      &:hover:not(:disabled, [aria-disabled='true']) {
        color: ${color.ink};
        background: ${color.line};
      }
    }
  `,
} satisfies Record<ButtonKind, ReturnType<typeof css>>;

interface ButtonProps {
  readonly $kind?: ButtonKind;
}

/** A button with a text. If a press disables it, it uses `aria-disabled`, so that it keeps the focus. */
export const Button = styled.button.attrs<ButtonProps>(({ type = 'button' }) => ({
  type,
}))<ButtonProps>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[8]};
  min-block-size: ${size.touch};
  padding: ${space[8]} ${space[16]};
  border: ${size.hairline} solid;
  border-radius: ${radius.control};
  line-height: 1.25;
  text-align: center;
  transition:
    background ${motion.quick},
    border-color ${motion.quick},
    color ${motion.quick};

  &:disabled,
  &[aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }

  svg {
    flex: none;
  }

  ${({ $kind = 'plain' }) => kinds[$kind]}
`;

/** A handler of clicks that leaves out the second click of a double click, which would undo the first. */
export function onFirstClick(act: () => void) {
  return ({ detail }: { readonly detail: number }) => {
    if (detail <= 1) act();
  };
}

/** A rounded button for one of several quick choices. */
export const Chip = styled(Button)`
  border-radius: ${radius.full};
  white-space: nowrap;
`;

/** A button with only an icon; it needs an `aria-label`. */
export const IconButton = styled(Button)`
  flex: none;
  inline-size: ${size.touch};
  padding: 0;
  border-radius: ${radius.full};
`;
