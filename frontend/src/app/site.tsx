// The whole site around the page of the address: language, the document's head, header, page or what replaces one that
// failed, footer.
import { useEffect, useRef, type ReactNode, useState, StrictMode } from 'react';
import { RawIntlProvider, useIntl } from 'react-intl';
import { NavigationType, useNavigationType, useLocation, BrowserRouter } from 'react-router-dom';
import styled from 'styled-components';
import { ErrorBoundary } from '../components/page/error-boundary';
import { Prefetch } from '../components/page/site-link';
import { ToastProvider } from '../components/dialogs/toasts';
import { replayInput } from '../loading/early-input';
import { lazyComponent } from '../loading/lazy-component';
import { directionOf } from '../i18n/languages';
import { loadWholePage, type LoadedPage, loadNextPage, loadPage, isAtPath } from './loaded-page';
import { color, layer, radius, space, size } from '../styles/theme';
import { Header } from './header';
import { type ShownPage, pageOfPath } from './routes';
import { useSiteConfig } from '../browser/site-config';
import { whenIdle } from '../browser/idle';
import { manifestPath } from '../pages/paths';
import { loadPersistently, reportLoadFailure } from '../loading/load-code';
import { Button } from '../components/forms/button';
import { PageColumn } from '../components/page/page-column';
import { useDocumentDescription, useDocumentTitle } from '../browser/document-title';
import { statement } from '../styles/type';

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

const Footer = lazyComponent(
  async () => (await import(/* webpackChunkName: "footer" */ './footer')).Footer,
  { hydrate: 'when-idle' },
);

interface LayoutProps {
  readonly page: ShownPage;
  readonly children: ReactNode;
}

function Layout({ page, children }: LayoutProps) {
  const { formatMessage } = useIntl();
  const main = useNewPageFocus(page);
  return (
    <Frame>
      <SkipLink
        href="#main"
        onClick={(event) => {
          // Another address would make React throw away all that it has not hydrated yet.
          event.preventDefault();
          main.current?.scrollIntoView();
          main.current?.focus({ preventScroll: true });
        }}
      >
        {formatMessage({ id: 'site.skip' })}
      </SkipLink>
      <ErrorBoundary>
        <Header />
      </ErrorBoundary>
      <Main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={page} instead={<FailedPage />}>
          {children}
        </ErrorBoundary>
      </Main>
      <ErrorBoundary>
        <Footer />
      </ErrorBoundary>
    </Frame>
  );
}

/** A new page is read from its top; going back restores the position. */
function useNewPageFocus(page: ShownPage) {
  const main = useRef<HTMLElement>(null);
  const navigation = useNavigationType();
  const last = useRef(page);

  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    if (navigation === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [page, navigation]);

  return main;
}

/** The pages themselves keep the title and the description. */
export function useDocumentHead({
  page,
  language,
  messages,
}: Omit<LoadedPage, 'intl' | 'Page'>): void {
  const { origin, operator } = useSiteConfig();
  const key = `${page} ${language}`;
  const headKey = useRef(key);

  useEffect(() => {
    if (headKey.current === key) return;
    document
      .querySelector<HTMLLinkElement>('link[rel="manifest"]')
      ?.setAttribute('href', manifestPath(language));
    let left = false;
    const cancel = whenIdle(() => {
      void loadPersistently(() => import(/* webpackChunkName: "head" */ './replace-head')).then(
        ({ replaceHead }) => {
          if (left) return;
          replaceHead({ page, language, messages, origin, operator: operator.name });
          headKey.current = key;
        },
      );
    });
    return () => {
      left = true;
      cancel();
    };
  }, [key, page, language, messages, origin, operator]);
}

export function useLoadedPage(initial: LoadedPage): LoadedPage {
  const { pathname } = useLocation();
  const [loaded, setLoaded] = useState(initial);

  useEffect(() => {
    if (isAtPath(loaded, pathname)) return;
    let current = true;
    loadNextPage(pathname).then(
      (next) => {
        if (current) setLoaded(next);
      },
      (failure: unknown) => {
        if (!current) return;
        if (pageOfPath(pathname) !== loaded.page) {
          setLoaded((shown) => ({ ...shown, page: pageOfPath(pathname), Page: FailedPage }));
          return;
        }
        // The same page in another language stays as it is until that is loaded.
        reportLoadFailure(failure);
        void loadPersistently(() => loadPage(pathname)).then((next) => {
          if (current) setLoaded(next);
        });
      },
    );
    return () => {
      current = false;
    };
  }, [loaded, pathname]);

  return loaded;
}

export function FailedPage() {
  const { formatMessage } = useIntl();
  useDocumentTitle(formatMessage({ id: 'crash.title' }));
  useDocumentDescription(formatMessage({ id: 'crash.text' }));
  return (
    <PageColumn>
      <Words role="alert">
        <Heading>{formatMessage({ id: 'crash.title' })}</Heading>
        <Text>{formatMessage({ id: 'crash.text' })}</Text>
        <Button
          $kind="primary"
          onClick={() => {
            location.reload();
          }}
        >
          {formatMessage({ id: 'crash.reload' })}
        </Button>
      </Words>
    </PageColumn>
  );
}

/** The site at a path, once everything that it needs is loaded. */
export async function loadSite(path: string): Promise<{ shown: LoadedPage; site: ReactNode }> {
  const shown = await loadPage(path);
  const site = (
    <StrictMode>
      <BrowserRouter>
        <Site initial={shown} />
      </BrowserRouter>
    </StrictMode>
  );
  return { shown, site };
}

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  min-block-size: 100dvh;
`;

const Main = styled.main`
  flex: 1;
  outline: none;
`;

const SkipLink = styled.a`
  position: absolute;
  z-index: ${layer.skipLink};
  inset-block-start: ${space[8]};
  inset-inline-start: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border-radius: ${radius.control};
  background: ${color.ink};
  color: ${color.ground};

  &:not(:focus) {
    clip-path: inset(50%);
  }
`;

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  padding-block: ${space[96]};
`;

const Heading = styled.h1`
  ${statement}
`;

const Text = styled.p`
  max-inline-size: ${size.measure};
  color: ${color.inkSoft};
`;
