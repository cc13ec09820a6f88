// The page for unknown paths.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { PageColumn } from '../components/page/page-column';
import { TextLink } from '../components/page/site-link';
import { useDocumentDescription, useDocumentTitle } from '../browser/document-title';
import { localisedPath } from '../pages/paths';
import { color, from, size, space } from '../styles/theme';
import { leadText, mainDigits, statement } from '../styles/type';

export function NotFoundPage() {
  const { formatMessage, locale } = useIntl();
  useDocumentTitle(formatMessage({ id: 'notFound.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'notFound.text' }));
  return (
    <PageColumn>
      <Words>
        <Stopped aria-hidden="true">{fourOhFour}</Stopped>
        <Heading>{formatMessage({ id: 'notFound.heading' })}</Heading>
        <Text>{formatMessage({ id: 'notFound.text' })}</Text>
        <TextLink to={localisedPath('/', locale)}>
          {formatMessage({ id: 'notFound.home' })}
        </TextLink>
      </Words>
    </PageColumn>
  );
}

/** The time at which this page's clock has stopped. */
const fourOhFour = '04:04';

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  padding-block: ${space[48]} ${space[96]};

  ${from.md} {
    padding-block-start: ${space[96]};
  }
`;

const Stopped = styled.p`
  ${mainDigits}
  margin-block-end: ${space[8]};
`;

const Heading = styled.h1`
  ${statement}
`;

const Text = styled.p`
  ${leadText}
  max-inline-size: ${size.measure};
  color: ${color.inkSoft};
`;
