// A section of the privacy page: a heading with its text below it, or on wide pages beside it.
import { useId, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { color, from, size, space } from '../../styles/theme';
import { sectionTitle } from '../../styles/type';

interface PrivacySectionProps {
  readonly title: MessageId;
  readonly children: ReactNode;
}

export function PrivacySection({ title, children }: PrivacySectionProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  return (
    <Block aria-labelledby={id}>
      <Title id={id}>{formatMessage({ id: title })}</Title>
      <Words>{children}</Words>
    </Block>
  );
}

const Block = styled.section`
  display: grid;
  gap: ${space[16]} ${space[32]};
  padding-block: ${space[32]};
  border-block-start: ${size.hairline} solid ${color.ink};

  ${from.lg} {
    grid-template-columns: 1fr 2fr;
    padding-block: ${space[48]};
  }
`;

const Title = styled.h2`
  ${sectionTitle}
`;

const Words = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[16]};
  max-inline-size: ${size.measureWide};
`;
