// The digital clock page: the clocks, and a description of them.
import { useIntl } from 'react-intl';
import { Features, type Note } from '../../components/page/notes';
import { PageColumn } from '../../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { lazyComponent } from '../../loading/lazy-component';

const DigitalClock = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "digital-clock" */ './digital-clock')).DigitalClock,
  { hydrate: 'when-idle' },
);

export function DigitalClockPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'digitalClock.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'digitalClock.pageDescription' }));
  return (
    <PageColumn>
      <DigitalClock />
      <Features title="digitalClock.features" notes={digitalFeatures} />
    </PageColumn>
  );
}

const digitalFeatures: readonly Note[] = [
  { title: 'digitalClock.accuracyTitle', text: 'digitalClock.accuracyText' },
  { title: 'digitalClock.worldTitle', text: 'digitalClock.worldText' },
  { title: 'digitalClock.weatherTitle', text: 'digitalClock.weatherText', ofWeather: true },
  { title: 'digitalClock.customTitle', text: 'digitalClock.customText' },
];
