// Replaces a list that is empty or could not be fetched, and says what to do.
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, size, space } from '../../styles/theme';
import { leadText } from '../../styles/type';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <Place>
      <Title>{title}</Title>
      <Text>{text}</Text>
      {children}
    </Place>
  );
}

const Place = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  justify-content: center;
  gap: ${space[8]};
  /* Fills the space that a tool reserves for its list. */
  min-block-size: var(--list-room);
  padding-block: ${space[48]};
  border-block: ${size.hairline} solid ${color.line};

  button {
    margin-block-start: ${space[16]};
  }
`;

const Title = styled.p`
  ${leadText}
`;

const Text = styled.p`
  max-inline-size: ${size.measure};
  color: ${color.inkSoft};
`;
