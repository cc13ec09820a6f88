// The stopwatch page: the stopwatch, and a description of it.
import { useIntl } from 'react-intl';
import { Features, type Note } from '../../components/page/notes';
import { PageColumn } from '../../components/page/page-column';
import { useDocumentDescription } from '../../browser/document-title';
import { lazyComponent } from '../../loading/lazy-component';

const StopwatchTool = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "stopwatch-tool" */ './stopwatch-tool')).StopwatchTool,
  { hydrate: 'when-idle' },
);

export function StopwatchPage() {
  const { formatMessage } = useIntl();
  useDocumentDescription(formatMessage({ id: 'stopwatch.pageDescription' }));
  return (
    <PageColumn>
      <StopwatchTool />
      <Features title="stopwatch.features" notes={features} />
    </PageColumn>
  );
}

const features: readonly Note[] = [
  { title: 'stopwatch.precisionTitle', text: 'stopwatch.precisionText' },
  { title: 'stopwatch.lapTitle', text: 'stopwatch.lapText' },
  { title: 'stopwatch.shortcutsTitle', text: 'stopwatch.shortcutsText' },
];
