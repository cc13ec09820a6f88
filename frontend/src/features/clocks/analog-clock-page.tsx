// The analog clock page: the clocks, and what there is to know about them.
import { useIntl } from 'react-intl';
import { Features } from '../../components/features';
import { laterPart } from '../../components/later-part';
import { PageColumn } from '../../components/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { analogDesign, analogFeatures } from './clock-words';

const AnalogClock = laterPart(
  async () => (await import(/* webpackChunkName: "analog-clock" */ './analog-clock')).AnalogClock,
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
