// The useful-tools page: five sister sites, and room for more.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { PageColumn, PageTitle } from '../../components/page-column';
import { SiteLink } from '../../components/site-link';
import { useDocumentDescription, useDocumentTitle } from '../../hooks/document-title';
import { localisedPath } from '../../i18n/paths';
import { from, size, space } from '../../styles/theme';
import { statement } from '../../styles/type';
import { SisterCards } from './sister-cards';

export function UsefulToolsPage() {
  const { formatMessage, locale } = useIntl();
  useDocumentTitle(formatMessage({ id: 'usefulTools.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'usefulTools.pageDescription' }));
  return (
    <PageColumn>
      <Lead>
        <PageTitle>
          <FormattedMessage id="usefulTools.name" />
        </PageTitle>
        <Intro>
          <FormattedMessage id="usefulTools.intro" />
        </Intro>
      </Lead>
      <SisterCards />
      <Home to={localisedPath('/', locale)}>
        <FormattedMessage id="usefulTools.home" />
      </Home>
    </PageColumn>
  );
}

const Lead = styled.div`
  display: grid;
  gap: ${space[16]};
  padding-block: ${space[48]};

  ${from.md} {
    padding-block: ${space[96]} ${space[64]};
  }
`;

const Intro = styled.p`
  ${statement}
  max-inline-size: ${size.statement};
`;

const Home = styled(SiteLink)`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  margin-block-start: ${space[24]};
  text-underline-offset: ${space[4]};
`;
