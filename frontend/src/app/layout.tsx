// Header, page and footer.
import { useEffect, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { NavigationType, useNavigationType } from 'react-router-dom';
import styled from 'styled-components';
import { ErrorBoundary } from '../components/page/error-boundary';
import { lazyComponent } from '../loading/lazy-component';
import { color, layer, radius, space } from '../styles/theme';
import { FailedPage } from './failed-page';
import { Header } from './header';
import type { ShownPage } from './routes';

const Footer = lazyComponent(
  async () => (await import(/* webpackChunkName: "footer" */ './footer')).Footer,
  { hydrate: 'when-idle' },
);

interface LayoutProps {
  readonly page: ShownPage;
  readonly children: ReactNode;
}

export function Layout({ page, children }: LayoutProps) {
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
