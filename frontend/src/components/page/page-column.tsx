// The one column everything of a page hangs from, and the sections in it.
import styled from 'styled-components';
import { color, from, size, space } from '../../styles/theme';
import { overline, sectionTitle, statement } from '../../styles/type';

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

/** What a tool's page opens with: its name and the tool. */
export const ToolLead = styled.div`
  padding-block-start: ${space[32]};

  ${from.md} {
    padding-block-start: ${space[64]};
  }
`;

/** What a page of texts opens with: its name and its statement. */
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
