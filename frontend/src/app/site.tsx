// The whole site around the current page: language, header, page, footer.
import { useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import { ErrorBoundary } from '../components/page/error-boundary';
import { Prefetch } from '../components/page/site-link';
import { ToastProvider } from '../components/dialogs/toasts';
import { replayInput } from '../loading/early-input';
import { directionOf } from '../i18n/languages';
import { Layout } from './layout';
import { loadWholePlace, type Place } from './place';
import { RingingOnEveryPage } from './ringing-on-every-page';
import { useHeadOfPlace } from './head-of-place';
import { usePlace } from './use-place';

export function Site({ initial }: { readonly initial: Place }) {
  const { page, language, messages, Page } = usePlace(initial);
  useHeadOfPlace({ page, language, messages });
  // Lazy parts hold theirs by now, as effects run from the inside out.
  useEffect(replayInput, []);
  useEffect(() => {
    const root = document.documentElement;
    // Writing what stands there already would have the whole page styled anew.
    if (root.lang !== language) root.lang = language;
    if (root.dir !== directionOf(language)) root.dir = directionOf(language);
  }, [language]);

  return (
    <IntlProvider locale={language} messages={messages}>
      <Prefetch value={prefetch}>
        <ToastProvider>
          <Layout page={page}>
            <Page />
          </Layout>
          <ErrorBoundary>
            <RingingOnEveryPage />
          </ErrorBoundary>
        </ToastProvider>
      </Prefetch>
    </IntlProvider>
  );
}

/** A link that somebody reaches for is likely to be followed. */
function prefetch(address: string): void {
  const { pathname } = new URL(address, location.href);
  // What fails now is fetched again when the link is followed.
  loadWholePlace(pathname).catch(() => undefined);
}
