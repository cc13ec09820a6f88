// The privacy page: which data are stored, where and for how long, and how to download or delete them.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useId, type ReactNode, Fragment } from 'react';
import { OperatorLines } from '../../components/page/operator-lines';
import { PageColumn, PageLead, PageStatement, PageTitle } from '../../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { onePhrase, codeText } from '../../styles/small-parts';
import { color, size, from, space } from '../../styles/theme';
import { leadText, sectionTitle } from '../../styles/type';
import { storedKeys } from '../../browser/stored-keys';
import type { MessageId } from '../../i18n/messages';
import { useSiteConfig } from '../../browser/site-config';

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
          <Fact name={<Keys names={cacheNames} />}>
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
        <Retention />
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

interface PrivacySectionProps {
  readonly title: MessageId;
  readonly children: ReactNode;
}

/** A section of the privacy page: a heading with its text below it, or on wide pages beside it. */
function PrivacySection({ title, children }: PrivacySectionProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  return (
    <Block aria-labelledby={id}>
      <Title id={id}>{formatMessage({ id: title })}</Title>
      <Words>{children}</Words>
    </Block>
  );
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <Row>
      <Name>{name}</Name>
      <dd>{children}</dd>
    </Row>
  );
}

/** Technical names, one per line. */
function Keys({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => <Key key={name}>{name}</Key>);
}

/** The texts, by what the keys are for. */
const storageTexts: Readonly<Record<keyof typeof storedKeys, MessageId>> = {
  id: 'privacy.keptId',
  account: 'privacy.keptAccount',
  stopwatch: 'privacy.keptStopwatch',
  choices: 'privacy.keptChoices',
  presets: 'privacy.keptPresets',
  rings: 'privacy.keptRings',
  cities: 'privacy.keptCities',
  lists: 'privacy.keptLists',
  daysOff: 'privacy.keptDaysOff',
  sound: 'privacy.keptSound',
  push: 'privacy.keptPush',
};

export const cacheNames: readonly string[] = ['snapshot:v1:…'];

/** The session cookie: its name with https, and without. */
const sessionCookies: readonly string[] = ['__Host-session', 'session'];

/** The cookie of the browser id: its name with https, and without. */
const browserCookies: readonly string[] = ['__Host-browser', 'browser'];

/**
 * How long a browser's data are kept. The page is built before the server's settings are known, so it contains every case,
 * and the value that the server fills in selects the visible one.
 */
function Retention() {
  const { formatMessage } = useIntl();
  const { retentionDays } = useSiteConfig();
  return (
    <ByRetention data-days={retentionDays}>
      <p data-case="until-idle">
        {formatMessage({ id: 'privacy.keptUntilIdle' }, { days: retentionDays })}
      </p>
      <p data-case="for-ever">{formatMessage({ id: 'privacy.keptForEver' })}</p>
    </ByRetention>
  );
}

/** What is logged of a wrong password, if the operator wants that. */
function FailedSignIns() {
  const { formatMessage } = useIntl();
  const { failedSignIns } = useSiteConfig();
  return (
    <ByLog data-failed-sign-ins={failedSignIns}>
      {formatMessage({ id: 'privacy.failedSignIns' })}
    </ByLog>
  );
}

function OtherHosts() {
  const { formatMessage } = useIntl();
  const { weatherProvider } = useSiteConfig();
  return (
    <ByProvider data-provider={weatherProvider}>
      <p data-case="none">{formatMessage({ id: 'privacy.noOtherHost' })}</p>
      <p data-case="open-meteo">
        <WithProvider text={formatMessage({ id: 'privacy.openMeteo' })} />
      </p>
      <p data-case="weatherapi">{formatMessage({ id: 'privacy.weatherApi' })}</p>
    </ByProvider>
  );
}

/** The provider's name is not broken at its hyphen. */
function WithProvider({ text }: { readonly text: string }) {
  const [before, ...after] = text.split(providerName);
  return (
    <>
      {before}
      {after.map((rest, index) => (
        <Fragment key={index}>
          <Unbroken>{providerName}</Unbroken>
          {rest}
        </Fragment>
      ))}
    </>
  );
}

const providerName = 'Open-Meteo.com';

const Statement = styled(PageStatement)`
  ${onePhrase}
`;

const Intro = styled.p`
  ${leadText}
  max-inline-size: ${size.measure};
  color: ${color.inkSoft};
`;

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

const FactList = styled.dl`
  display: grid;
`;

const Row = styled.div`
  display: grid;
  gap: ${space[4]} ${space[24]};
  padding-block: ${space[12]};

  /* Not under the last, which the next section's line follows. */
  &:not(:last-child) {
    border-block-end: ${size.hairline} solid ${color.line};
  }

  ${from.sm} {
    grid-template-columns: ${size.factName} 1fr;
  }
`;

/** Keys are written from left to right, but aligned with the start of the line. */
const Name = styled.dt`
  display: grid;
  justify-items: start;
  align-content: start;
  color: ${color.inkSoft};
`;

const Key = styled.code`
  ${codeText}
`;

const Unbroken = styled.bdi`
  white-space: nowrap;
`;

const ByRetention = styled.div`
  &[data-days='off'] > [data-case='until-idle'],
  &:not([data-days='off']) > [data-case='for-ever'] {
    display: none;
  }
`;

const ByLog = styled.p`
  &:not([data-failed-sign-ins='on']) {
    display: none;
  }
`;

const ByProvider = styled.div`
  display: grid;
  gap: ${space[16]};

  &[data-provider='weatherapi'] > [data-case='none'],
  &:not([data-provider='open-meteo']) > [data-case='open-meteo'],
  &:not([data-provider='weatherapi']) > [data-case='weatherapi'] {
    display: none;
  }
`;
