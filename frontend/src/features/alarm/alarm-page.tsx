// The alarm page: the alarms, and a description of them.
import { useIntl } from 'react-intl';
import { AfterList } from '../../components/lists/after-list';
import { Features } from '../../components/page/features';
import { Guide } from '../../components/page/guide';
import { PageColumn } from '../../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { RingOffer } from '../../components/push/lazy-ring-offer';
import { lazyComponent } from '../../loading/lazy-component';
import { alarmFeatures, alarmGuide } from './alarm-words';

const AlarmTool = lazyComponent(
  async () => (await import(/* webpackChunkName: "alarm-tool" */ './alarm-tool')).AlarmTool,
  { hydrate: 'when-idle' },
);

export function AlarmPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'alarm.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'alarm.pageDescription' }));
  return (
    <PageColumn>
      <AlarmTool />
      <AfterList>
        <RingOffer />
        <Features title="alarm.features" notes={alarmFeatures} />
        <Guide title="alarm.guide" notes={alarmGuide} />
      </AfterList>
    </PageColumn>
  );
}
