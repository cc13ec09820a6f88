// Replaces a page that failed.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../components/forms/button';
import { PageColumn } from '../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../browser/document-title';
import { color, size, space } from '../styles/theme';
import { statement } from '../styles/type';

/** Explains the failure, and offers to reload the page. */
export function FailedPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'crash.title' }));
  useDocumentDescription(formatMessage({ id: 'crash.text' }));
  return (
    <PageColumn>
      <Words role="alert">
        <Heading>{formatMessage({ id: 'crash.title' })}</Heading>
        <Text>{formatMessage({ id: 'crash.text' })}</Text>
        <Button
          $kind="primary"
          onClick={() => {
            location.reload();
          }}
        >
          {formatMessage({ id: 'crash.reload' })}
        </Button>
      </Words>
    </PageColumn>
  );
}

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  padding-block: ${space[96]};
`;

const Heading = styled.h1`
  ${statement}
`;

const Text = styled.p`
  max-inline-size: ${size.measure};
  color: ${color.inkSoft};
`;
