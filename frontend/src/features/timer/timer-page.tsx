// The timer page: the timers, and a description of them.
import { useIntl } from 'react-intl';
import { AfterList, Guide } from '../../components/page/guide';
import { PageColumn } from '../../components/page/page-column';
import { Features, type Note } from '../../components/page/notes';
import { useDocumentDescription } from '../../browser/document-title';
import { RingOffer } from '../../components/push/lazy-ring-offer';
import { lazyComponent } from '../../loading/lazy-component';

const TimerTool = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-tool" */ './timer-tool')).TimerTool,
  { hydrate: 'when-idle' },
);

export function TimerPage() {
  const { formatMessage } = useIntl();
  useDocumentDescription(formatMessage({ id: 'timer.pageDescription' }));
  return (
    <PageColumn>
      <TimerTool />
      <AfterList>
        <RingOffer />
        <Features title="timer.features" notes={timerFeatures} />
        <Guide title="timer.guide" notes={timerGuide} />
      </AfterList>
    </PageColumn>
  );
}

const timerFeatures: readonly Note[] = [
  { title: 'timer.tapTitle', text: 'timer.tapText' },
  { title: 'timer.manyTitle', text: 'timer.manyText' },
  { title: 'timer.exactTitle', text: 'timer.exactText' },
];

const timerGuide: readonly Note[] = [
  { title: 'timer.guideCreateTitle', text: 'timer.guideCreateText' },
  { title: 'timer.guideToggleTitle', text: 'timer.guideToggleText' },
];
