// The alarm page: the alarms, and a description of them.
import { useIntl } from 'react-intl';
import { AfterList, Guide } from '../../components/page/guide';
import { PageColumn } from '../../components/page/page-column';
import { Features, type Note } from '../../components/page/notes';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { RingOffer } from '../../components/push/lazy-ring-offer';
import { lazyComponent } from '../../loading/lazy-component';

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

const alarmFeatures: readonly Note[] = [
  { title: 'alarm.exactTitle', text: 'alarm.exactText' },
  { title: 'alarm.rhythmTitle', text: 'alarm.rhythmText' },
  { title: 'alarm.snoozeTitle', text: 'alarm.snoozeText' },
];

const alarmGuide: readonly Note[] = [
  { title: 'alarm.guideAddTitle', text: 'alarm.guideAddText' },
  { title: 'alarm.guideEditTitle', text: 'alarm.guideEditText' },
  { title: 'alarm.guideToggleTitle', text: 'alarm.guideToggleText' },
];
