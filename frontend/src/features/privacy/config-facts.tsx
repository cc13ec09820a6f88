// Parts of the privacy page that depend on the server's settings. Pages are built before the settings are known, so
// they contain every case, and the value that the server fills in selects the visible one.
import { Fragment } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useSiteConfig } from '../../browser/site-config';
import { space } from '../../styles/theme';

/** How long a browser's data are kept. */
export function KeptFor() {
  const { formatMessage } = useIntl();
  const { retentionDays } = useSiteConfig();
  return (
    <ByRetention data-days={retentionDays}>
      <UntilIdle>
        {formatMessage({ id: 'privacy.keptUntilIdle' }, { days: retentionDays })}
      </UntilIdle>
      <ForEver>{formatMessage({ id: 'privacy.keptForEver' })}</ForEver>
    </ByRetention>
  );
}

/** What is logged of a wrong password, if the operator wants that. */
export function FailedSignIns() {
  const { formatMessage } = useIntl();
  const { failedSignIns } = useSiteConfig();
  return (
    <ByLog data-failed-sign-ins={failedSignIns}>
      {formatMessage({ id: 'privacy.failedSignIns' })}
    </ByLog>
  );
}

/** Other hosts that the visitor's browser contacts. */
export function OtherHosts() {
  const { formatMessage } = useIntl();
  const { weatherProvider } = useSiteConfig();
  return (
    <ByProvider data-provider={weatherProvider}>
      <NoOther>{formatMessage({ id: 'privacy.noOtherHost' })}</NoOther>
      <OpenMeteo>
        <WithProvider text={formatMessage({ id: 'privacy.openMeteo' })} />
      </OpenMeteo>
      <WeatherApi>{formatMessage({ id: 'privacy.weatherApi' })}</WeatherApi>
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

const Unbroken = styled.bdi`
  white-space: nowrap;
`;

const UntilIdle = styled.p``;
const ForEver = styled.p``;

const ByRetention = styled.div`
  &[data-days='off'] > ${UntilIdle}, &:not([data-days='off']) > ${ForEver} {
    display: none;
  }
`;

const ByLog = styled.p`
  &:not([data-failed-sign-ins='on']) {
    display: none;
  }
`;

const NoOther = styled.p``;
const OpenMeteo = styled.p``;
const WeatherApi = styled.p``;

const ByProvider = styled.div`
  display: grid;
  gap: ${space[16]};

  &[data-provider='weatherapi']
    > ${NoOther},
    &:not([data-provider='open-meteo'])
    > ${OpenMeteo},
    &:not([data-provider='weatherapi'])
    > ${WeatherApi} {
    display: none;
  }
`;
