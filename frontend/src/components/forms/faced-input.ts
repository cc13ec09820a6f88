// A radio button or check box that is drawn as its face: the input itself lies unseen over all of it.
import styled, { css } from 'styled-components';
import { color, motion, size } from '../../styles/theme';
import { smallText } from '../../styles/type';

/** Holds an input and its face. */
export const FacedLabel = styled.label`
  position: relative;
  display: flex;
  cursor: pointer;
`;

/** As large as its face, so that all of that is brought into view with the focus. */
export const UnseenInput = styled.input`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  margin: 0;
  opacity: 0;
`;

/** What faces share. */
export const face = css`
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

  ${UnseenInput}:focus-visible + & {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: ${size.stroke};
  }
`;
