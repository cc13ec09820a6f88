// The digital clock page: the clocks, and what there is to know about them.
import { useIntl } from 'react-intl';
import { Features } from '../../components/features';
import { laterPart } from '../../components/later-part';
import { PageColumn } from '../../components/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { digitalFeatures } from './clock-words';

const DigitalClock = laterPart(
  async () =>
    (await import(/* webpackChunkName: "digital-clock" */ './digital-clock')).DigitalClock,
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
