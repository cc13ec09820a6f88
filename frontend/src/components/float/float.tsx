// Renders something in a floating window, which stays open while the visitor navigates.
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { HostWindow } from '../../browser/host-window';
import { ToastContext, type Toasts } from '../dialogs/toasts';
import { ErrorBoundary } from '../page/error-boundary';
import { dressFloatWindow, openFloatWindow } from './float-window';

interface FloatOptions {
  /** Of its window. */
  readonly title: string;
  readonly intl: IntlShape;
  /** The page's toasts: a floating window has no room for its own. */
  readonly toasts: Toasts;
}

const size = { width: 340, height: 220 };

let closeOpen: () => void = () => undefined;

/** Opens a floating window and replaces an open one; shows a message if the browser refuses. Needs a user gesture. */
export async function float(content: ReactNode, options: FloatOptions): Promise<void> {
  const { title, intl, toasts } = options;
  closeOpen();
  const view = await openFloatWindow(size);
  if (view === null) {
    toasts.showFailure(
      intl.formatMessage({ id: 'float.blockedTitle' }),
      intl.formatMessage({ id: 'float.blockedText' }),
    );
    return;
  }
  const stopFollowing = dressFloatWindow(view, title);
  const place = view.document.createElement('div');
  view.document.body.replaceChildren(place);
  const root = createRoot(place);
  root.render(
    <HostWindow value={view}>
      <StyleSheetManager target={view.document.head}>
        <RawIntlProvider value={intl}>
          <ToastContext value={toasts}>
            <ErrorBoundary>{content}</ErrorBoundary>
          </ToastContext>
        </RawIntlProvider>
      </StyleSheetManager>
    </HostWindow>,
  );

  const close = () => {
    view.close();
  };
  // Closing the window unmounts its content only.
  view.addEventListener(
    'pagehide',
    () => {
      root.unmount();
      stopFollowing();
      removeEventListener('pagehide', close);
      if (closeOpen === close) closeOpen = () => undefined;
    },
    { once: true },
  );
  // A pop-up would stay open after the page is gone, with a time that no longer runs.
  addEventListener('pagehide', close);
  closeOpen = close;
}
