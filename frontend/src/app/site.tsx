// The whole site around a page: language, header, page, footer.
import { useEffect } from 'react';
import { RawIntlProvider } from 'react-intl';
import { ErrorBoundary } from '../components/page/error-boundary';
import { Prefetch } from '../components/page/site-link';
import { ToastProvider } from '../components/dialogs/toasts';
import { replayInput } from '../loading/early-input';
import { lazyComponent } from '../loading/lazy-component';
import { directionOf } from '../i18n/languages';
import { Layout } from './layout';
import { loadWholePage, type LoadedPage } from './loaded-page';
import { useDocumentHead } from './document-head';
import { useLoadedPage } from './use-loaded-page';

export function Site({ initial }: { readonly initial: LoadedPage }) {
  const { page, language, messages, intl, Page } = useLoadedPage(initial);
  useDocumentHead({ page, language, messages });
  // Lazy parts have claimed their input by now, because effects run from the inside out.
  useEffect(replayInput, []);
  useEffect(() => {
    const root = document.documentElement;
    // Setting the same language again would recompute the styles of the whole page.
    if (root.lang !== language) root.lang = language;
    if (root.dir !== directionOf(language)) root.dir = directionOf(language);
  }, [language]);

  return (
    <RawIntlProvider value={intl}>
      <Prefetch value={prefetch}>
        <ToastProvider>
          <Layout page={page}>
            <Page />
          </Layout>
          <ErrorBoundary instead={<RingingFailed />} onFailure={report}>
            <EveryPage />
          </ErrorBoundary>
        </ToastProvider>
      </Prefetch>
    </RawIntlProvider>
  );
}

/** A link under the pointer or with the focus is likely to be followed. */
function prefetch(address: string): void {
  const { pathname } = new URL(address, location.href);
  // A failure is retried when the link is followed.
  loadWholePage(pathname).catch(() => undefined);
}

/** Lazy, because most visits have no ring; loaded at once, because none may be missed. */
const EveryPage = lazyComponent(
  async () => (await import(/* webpackChunkName: "ringing" */ './every-page')).EveryPage,
  { hydrate: 'at-once' },
);

const RingingFailed = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "ringing-failed" */ './ringing-failed')).RingingFailed,
);

/** Few pages ever have something to report. */
function report(failure: unknown): void {
  import(/* webpackChunkName: "ringing-failed" */ '../api/faults')
    .then(({ reportFault }) => {
      reportFault(failure);
    })
    .catch(() => undefined);
}
