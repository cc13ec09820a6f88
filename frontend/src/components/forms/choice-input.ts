// A radio button or check box with a custom face; the invisible input covers it.
import styled, { css } from 'styled-components';
import { color, motion, size } from '../../styles/theme';
import { smallText } from '../../styles/type';

/** Contains an input and its face. */
export const ChoiceLabel = styled.label`
  position: relative;
  display: flex;
  cursor: pointer;
`;

/** An input as large as its face, so that focusing it scrolls the whole face into view. */
export const ChoiceInput = styled.input`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  margin: 0;
  opacity: 0;
`;

/** Styles that all faces share. */
export const choiceFace = css`
  ${smallText}
  position: relative;
  flex: 1;
  display: flex;
  align-items: center;
  justify-content: center;
  min-block-size: ${size.touch};
  border: ${size.hairline} solid transparent;
  transition:
    background ${motion.quick},
    color ${motion.quick};

  ${ChoiceInput}:focus-visible + & {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: ${size.stroke};
  }
`;
