// The alarm page: the alarms, and what there is to know about them.
import { useIntl } from 'react-intl';
import { AfterList } from '../../components/after-list';
import { Features } from '../../components/features';
import { Guide } from '../../components/guide';
import { laterPart } from '../../components/later-part';
import { PageColumn } from '../../components/page-column';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { alarmFeatures, alarmGuide } from './alarm-words';

const AlarmTool = laterPart(
  async () => (await import(/* webpackChunkName: "alarm-tool" */ './alarm-tool')).AlarmTool,
);

export function AlarmPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'alarm.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'alarm.pageDescription' }));
  return (
    <PageColumn>
      <AlarmTool />
      <AfterList>
        <Features title="alarm.features" notes={alarmFeatures} />
        <Guide title="alarm.guide" notes={alarmGuide} />
      </AfterList>
    </PageColumn>
  );
}
