// The words of a proof for new visitors: a sentence, what it means, and what it needs.
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { color, space } from '../../styles/theme';
import { leadText, smallText } from '../../styles/type';

interface ProofWordsProps {
  readonly title: MessageId;
  readonly text: MessageId;
  /** Another text that may take its place. */
  readonly roomFor?: MessageId;
  readonly children?: ReactNode;
}

export function ProofWords({ title, text, roomFor = text, children }: ProofWordsProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <Title>{formatMessage({ id: title })}</Title>
      <Text data-room={formatMessage({ id: roomFor })}>
        <span>{formatMessage({ id: text })}</span>
      </Text>
      {children}
    </>
  );
}

/** What it needs, or what else it gives. */
export const Need = styled.p`
  ${smallText}
  margin-block-start: ${space[8]};
  color: ${color.inkSoft};
`;

const Title = styled.h2`
  ${leadText}
`;

const Text = styled.p`
  display: grid;
  color: ${color.inkSoft};

  &::before,
  > span {
    grid-area: 1 / 1;
  }

  &::before {
    content: attr(data-room);
    visibility: hidden;
  }
`;
