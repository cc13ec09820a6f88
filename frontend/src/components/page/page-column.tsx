// The column of a page, and its sections.
import styled from 'styled-components';
import { color, from, lowScreen, size, space } from '../../styles/theme';
import { overline, sectionTitle, statement } from '../../styles/type';

export const PageColumn = styled.div`
  inline-size: 100%;
  max-inline-size: calc(${size.content} + 2 * ${size.gutter});
  margin-inline: auto;
  padding-inline: ${size.gutter};
`;

/** The page's name, in small type above the tool. */
export const PageTitle = styled.h1`
  ${overline}
  color: ${color.inkSoft};
`;

/** The beginning of a tool's page: its name and the tool. */
export const ToolLead = styled.div`
  padding-block-start: ${space[32]};

  ${from.md} {
    padding-block-start: ${space[64]};
  }

  ${lowScreen} {
    padding-block-start: ${space[16]};
  }
`;

/** The beginning of a text page: its name and its introduction. */
export const PageLead = styled.div`
  display: grid;
  gap: ${space[16]};
  padding-block: ${space[48]};

  ${from.md} {
    padding-block: ${space[96]} ${space[64]};
  }
`;

export const PageStatement = styled.p`
  ${statement}
  max-inline-size: ${size.statement};
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

/** Parts below each other, with the same space between all of them. */
export const Column = styled.div<{ readonly $gap: keyof typeof space }>`
  display: grid;
  gap: ${({ $gap }) => space[$gap]};
`;
