// The analog clock page: the clocks, and a description of them.
import { useIntl } from 'react-intl';
import { Features } from '../../components/page/features';
import { PageColumn } from '../../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { lazyComponent } from '../../loading/lazy-component';
import { analogDesign, analogFeatures } from './clock-words';

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
