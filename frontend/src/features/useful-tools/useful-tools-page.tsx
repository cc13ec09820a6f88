// The useful-tools page: five sister sites, and a placeholder for more.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { PageColumn, PageLead, PageStatement, PageTitle } from '../../components/page/page-column';
import { SiteLink } from '../../components/page/site-link';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { localisedPath } from '../../pages/paths';
import { size, space } from '../../styles/theme';
import { SisterCards } from './sister-cards';

export function UsefulToolsPage() {
  const { formatMessage, locale } = useIntl();
  useDocumentTitle(formatMessage({ id: 'usefulTools.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'usefulTools.pageDescription' }));
  return (
    <PageColumn>
      <PageLead>
        <PageTitle>{formatMessage({ id: 'usefulTools.name' })}</PageTitle>
        <PageStatement>{formatMessage({ id: 'usefulTools.intro' })}</PageStatement>
      </PageLead>
      <SisterCards />
      <Home to={localisedPath('/', locale)}>{formatMessage({ id: 'usefulTools.home' })}</Home>
    </PageColumn>
  );
}

const Home = styled(SiteLink)`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  margin-block-start: ${space[24]};
  text-underline-offset: ${space[4]};
`;
