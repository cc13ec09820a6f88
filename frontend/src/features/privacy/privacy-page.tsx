// The privacy page: which data are stored, where and for how long, and how to download or delete them.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { OperatorLines } from '../../components/page/operator-lines';
import { PageColumn, PageLead, PageStatement, PageTitle } from '../../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { onePhrase } from '../../styles/phrase';
import { color, size } from '../../styles/theme';
import { leadText } from '../../styles/type';
import { Fact, FactList, Keys } from './fact-list';
import { browserCookies, keptInBrowser, keptPages, sessionCookies } from './kept-in-browser';
import { PrivacySection } from './privacy-section';
import { FailedSignIns, KeptFor, OtherHosts } from './config-facts';

export function PrivacyPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'privacy.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'privacy.pageDescription' }));
  return (
    <PageColumn>
      <PageLead>
        <PageTitle>
          <FormattedMessage id="privacy.name" />
        </PageTitle>
        <Statement>
          <FormattedMessage id="privacy.statement" />
        </Statement>
        <Intro>
          <FormattedMessage id="privacy.intro" />
        </Intro>
      </PageLead>

      <PrivacySection title="privacy.browserTitle">
        <p>
          <FormattedMessage id="privacy.browserText" />
        </p>
        <FactList>
          {keptInBrowser.map(({ keys, text }) => (
            <Fact key={text} name={<Keys names={keys} />}>
              <FormattedMessage id={text} />
            </Fact>
          ))}
          <Fact name={<Keys names={keptPages} />}>
            <FormattedMessage id="privacy.keptPages" />
          </Fact>
          <Fact name={<Keys names={browserCookies} />}>
            <FormattedMessage id="privacy.keptBrowserCookie" />
          </Fact>
          <Fact name={<Keys names={sessionCookies} />}>
            <FormattedMessage id="privacy.keptCookie" />
          </Fact>
        </FactList>
      </PrivacySection>

      <PrivacySection title="privacy.serverTitle">
        <p>
          <FormattedMessage id="privacy.serverText" />
        </p>
        <FactList>
          <Fact name={<FormattedMessage id="privacy.alarms" />}>
            <FormattedMessage id="privacy.alarmsText" />
          </Fact>
          <Fact name={<FormattedMessage id="privacy.timers" />}>
            <FormattedMessage id="privacy.timersText" />
          </Fact>
          <Fact name={<FormattedMessage id="clocks.mine" />}>
            <FormattedMessage id="privacy.citiesText" />
          </Fact>
          <Fact name={<FormattedMessage id="privacy.daysOff" />}>
            <FormattedMessage id="privacy.daysOffText" />
          </Fact>
          <Fact name={<FormattedMessage id="privacy.rings" />}>
            <FormattedMessage id="privacy.ringsText" />
          </Fact>
          <Fact name={<FormattedMessage id="push.devices" />}>
            <FormattedMessage id="privacy.pushDevicesText" />
          </Fact>
          <Fact name={<FormattedMessage id="privacy.channels" />}>
            <FormattedMessage id="privacy.channelsText" />
          </Fact>
          <Fact name={<FormattedMessage id="privacy.visits" />}>
            <FormattedMessage id="privacy.visitsText" />
          </Fact>
          <Fact name={<FormattedMessage id="privacy.account" />}>
            <FormattedMessage id="privacy.accountText" />
          </Fact>
          <Fact name={<FormattedMessage id="account.sessions" />}>
            <FormattedMessage id="privacy.sessionsText" />
          </Fact>
          <Fact name={<FormattedMessage id="privacy.times" />}>
            <FormattedMessage id="privacy.timesText" />
          </Fact>
        </FactList>
      </PrivacySection>

      <PrivacySection title="privacy.logTitle">
        <p>
          <FormattedMessage id="privacy.addressText" />
        </p>
        <p>
          <FormattedMessage id="privacy.logText" />
        </p>
        <p>
          <FormattedMessage id="privacy.faultText" />
        </p>
        <FailedSignIns />
        <p>
          <FormattedMessage id="privacy.proxyText" />
        </p>
      </PrivacySection>

      <PrivacySection title="privacy.othersTitle">
        <OtherHosts />
        <p>
          <FormattedMessage id="privacy.othersText" />
        </p>
        <p>
          <FormattedMessage id="privacy.push" />
        </p>
        <p>
          <FormattedMessage id="privacy.channelsSent" />
        </p>
      </PrivacySection>

      <PrivacySection title="privacy.timeTitle">
        <KeptFor />
        <p>
          <FormattedMessage id="privacy.backupsText" />
        </p>
      </PrivacySection>

      <PrivacySection title="privacy.yoursTitle">
        <p>
          <FormattedMessage id="privacy.takeText" />
        </p>
        <p>
          <FormattedMessage id="privacy.restoreText" />
        </p>
        <p>
          <FormattedMessage id="privacy.deleteText" />
        </p>
      </PrivacySection>

      <PrivacySection title="privacy.operatorTitle">
        <p>
          <FormattedMessage id="privacy.operatorText" />
        </p>
        <OperatorLines />
      </PrivacySection>
    </PageColumn>
  );
}

const Statement = styled(PageStatement)`
  ${onePhrase}
`;

const Intro = styled.p`
  ${leadText}
  max-inline-size: ${size.measure};
  color: ${color.inkSoft};
`;
