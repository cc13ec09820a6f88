// The analog clock page: the clocks, and a description of them.
import { useIntl } from 'react-intl';
import { Features, type Note } from '../../components/page/notes';
import { PageColumn } from '../../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { lazyComponent } from '../../loading/lazy-component';

const AnalogClock = lazyComponent(
  async () => (await import(/* webpackChunkName: "analog-clock" */ './analog-clock')).AnalogClock,
  { hydrate: 'when-idle' },
);

export function AnalogClockPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'analogClock.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'analogClock.pageDescription' }));
  return (
    <PageColumn>
      <AnalogClock />
      <Features title="analogClock.features" notes={analogFeatures} />
      <Features title="analogClock.design" notes={analogDesign} />
    </PageColumn>
  );
}

const analogFeatures: readonly Note[] = [
  { title: 'analogClock.classicTitle', text: 'analogClock.classicText' },
  { title: 'analogClock.worldTitle', text: 'analogClock.worldText' },
  { title: 'analogClock.weatherTitle', text: 'analogClock.weatherText', ofWeather: true },
  { title: 'analogClock.customTitle', text: 'analogClock.customText' },
];

const analogDesign: readonly Note[] = [
  { title: 'analogClock.visibilityTitle', text: 'analogClock.visibilityText' },
  { title: 'analogClock.smoothTitle', text: 'analogClock.smoothText' },
  { title: 'analogClock.dualTitle', text: 'analogClock.dualText' },
  { title: 'analogClock.responsiveTitle', text: 'analogClock.responsiveText' },
];
