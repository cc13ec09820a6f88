// Shows something of the page in a small window above others. It lives on while the page goes from one tool to another.
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { ShownIn } from '../../browser/shown-in';
import { ToastContext, type Toasts } from '../dialogs/toasts';
import { ErrorBoundary } from '../page/error-boundary';
import { dressFloatWindow, openFloatWindow } from './float-window';

interface FloatOptions {
  /** Of its window. */
  readonly title: string;
  readonly intl: IntlShape;
  /** Of the page: a small window has no room for its own. */
  readonly toasts: Toasts;
}

const size = { width: 340, height: 220 };

/** Ends the one that is open. */
let closeOpen: () => void = () => undefined;

/** Shows it, in the place of what floats already; says so where the browser refuses. Called by a press. */
export async function float(content: ReactNode, options: FloatOptions): Promise<void> {
  const { title, intl, toasts } = options;
  closeOpen();
  const view = await openFloatWindow(size);
  if (view === null) {
    toasts.show({
      title: intl.formatMessage({ id: 'float.blockedTitle' }),
      text: intl.formatMessage({ id: 'float.blockedText' }),
      tone: 'destructive',
    });
    return;
  }
  const stopFollowing = dressFloatWindow(view, title);
  const place = view.document.createElement('div');
  view.document.body.replaceChildren(place);
  const root = createRoot(place);
  root.render(
    <ShownIn value={view}>
      <StyleSheetManager target={view.document.head}>
        <RawIntlProvider value={intl}>
          <ToastContext value={toasts}>
            <ErrorBoundary>{content}</ErrorBoundary>
          </ToastContext>
        </RawIntlProvider>
      </StyleSheetManager>
    </ShownIn>,
  );

  const close = () => {
    view.close();
  };
  // Closing it ends what it shows and nothing else.
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
  // A pop-up would stay when the page goes, and show a time that stands still.
  addEventListener('pagehide', close);
  closeOpen = close;
}
