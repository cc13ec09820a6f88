// The privacy page: which data are stored, where and for how long, and how to download or delete them.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { OperatorLines } from '../../components/page/operator-lines';
import { PageColumn, PageLead, PageStatement, PageTitle } from '../../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { onePhrase } from '../../styles/phrase';
import { color, size } from '../../styles/theme';
import { leadText } from '../../styles/type';
import { Fact, FactList, Keys } from './fact-list';
import { browserCookies, keptPages, storageTexts, sessionCookies } from './kept-in-browser';
import { storedKeys } from '../../browser/stored-keys';
import { PrivacySection } from './privacy-section';
import { FailedSignIns, KeptFor, OtherHosts } from './config-facts';
import type { MessageId } from '../../i18n/messages';

/** What the server stores. */
const keptOnServer: readonly { readonly name: MessageId; readonly text: MessageId }[] = [
  { name: 'privacy.alarms', text: 'privacy.alarmsText' },
  { name: 'privacy.timers', text: 'privacy.timersText' },
  { name: 'clocks.mine', text: 'privacy.citiesText' },
  { name: 'privacy.daysOff', text: 'privacy.daysOffText' },
  { name: 'privacy.rings', text: 'privacy.ringsText' },
  { name: 'push.devices', text: 'privacy.pushDevicesText' },
  { name: 'privacy.channels', text: 'privacy.channelsText' },
  { name: 'privacy.visits', text: 'privacy.visitsText' },
  { name: 'privacy.account', text: 'privacy.accountText' },
  { name: 'account.sessions', text: 'privacy.sessionsText' },
  { name: 'privacy.times', text: 'privacy.timesText' },
];

const storedGroups = Object.keys(storedKeys) as (keyof typeof storedKeys)[];

export function PrivacyPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'privacy.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'privacy.pageDescription' }));
  return (
    <PageColumn>
      <PageLead>
        <PageTitle>{formatMessage({ id: 'privacy.name' })}</PageTitle>
        <Statement>{formatMessage({ id: 'privacy.statement' })}</Statement>
        <Intro>{formatMessage({ id: 'privacy.intro' })}</Intro>
      </PageLead>

      <PrivacySection title="privacy.browserTitle">
        <p>{formatMessage({ id: 'privacy.browserText' })}</p>
        <FactList>
          {storedGroups.map((what) => (
            <Fact key={what} name={<Keys names={storedKeys[what]} />}>
              {formatMessage({ id: storageTexts[what] })}
            </Fact>
          ))}
          <Fact name={<Keys names={keptPages} />}>
            {formatMessage({ id: 'privacy.keptPages' })}
          </Fact>
          <Fact name={<Keys names={browserCookies} />}>
            {formatMessage({ id: 'privacy.keptBrowserCookie' })}
          </Fact>
          <Fact name={<Keys names={sessionCookies} />}>
            {formatMessage({ id: 'privacy.keptCookie' })}
          </Fact>
        </FactList>
      </PrivacySection>

      <PrivacySection title="privacy.serverTitle">
        <p>{formatMessage({ id: 'privacy.serverText' })}</p>
        <FactList>
          {keptOnServer.map(({ name, text }) => (
            <Fact key={name} name={formatMessage({ id: name })}>
              {formatMessage({ id: text })}
            </Fact>
          ))}
        </FactList>
      </PrivacySection>

      <PrivacySection title="privacy.logTitle">
        <p>{formatMessage({ id: 'privacy.addressText' })}</p>
        <p>{formatMessage({ id: 'privacy.logText' })}</p>
        <p>{formatMessage({ id: 'privacy.faultText' })}</p>
        <FailedSignIns />
        <p>{formatMessage({ id: 'privacy.proxyText' })}</p>
      </PrivacySection>

      <PrivacySection title="privacy.othersTitle">
        <OtherHosts />
        <p>{formatMessage({ id: 'privacy.othersText' })}</p>
        <p>{formatMessage({ id: 'privacy.push' })}</p>
        <p>{formatMessage({ id: 'privacy.channelsSent' })}</p>
      </PrivacySection>

      <PrivacySection title="privacy.timeTitle">
        <KeptFor />
        <p>{formatMessage({ id: 'privacy.backupsText' })}</p>
      </PrivacySection>

      <PrivacySection title="privacy.yoursTitle">
        <p>{formatMessage({ id: 'privacy.takeText' })}</p>
        <p>{formatMessage({ id: 'privacy.restoreText' })}</p>
        <p>{formatMessage({ id: 'privacy.deleteText' })}</p>
      </PrivacySection>

      <PrivacySection title="privacy.operatorTitle">
        <p>{formatMessage({ id: 'privacy.operatorText' })}</p>
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
