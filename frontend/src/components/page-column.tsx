// The one column everything of a page hangs from, and the sections in it.
import styled from 'styled-components';
import { color, from, size, space } from '../styles/theme';
import { overline, sectionTitle } from '../styles/type';

export const PageColumn = styled.div`
  inline-size: 100%;
  max-inline-size: calc(${size.content} + 2 * ${size.gutter});
  margin-inline: auto;
  padding-inline: ${size.gutter};
`;

/** The page's own name, small above its big thing. */
export const PageTitle = styled.h1`
  ${overline}
  color: ${color.inkSoft};
`;

export const Section = styled.section`
  margin-block-start: ${space[64]};

  ${from.md} {
    margin-block-start: ${space[96]};
  }
`;

export const SectionTitle = styled.h2`
  ${sectionTitle}
  margin-block-end: ${space[24]};
`;
