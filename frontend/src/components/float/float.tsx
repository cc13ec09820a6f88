// Renders something in a floating window, which stays open while the visitor navigates.
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import styled, { StyleSheetManager } from 'styled-components';
import { HostWindow } from '../../browser/in-view';
import { ToastContext, type Toasts } from '../dialogs/toasts';
import { ErrorBoundary } from '../page/error-boundary';
import { dressFloatWindow, openFloatWindow } from './float-window';
import { floatDigits, floatFrame } from '../../styles/desk';
import { color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

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

interface FloatFrameProps {
  readonly words: ReactNode;
  /** Below the digits. */
  readonly note?: ReactNode;
  readonly controls: ReactNode;
  readonly children: ReactNode;
}

/** The content of a floating window: words, digits as large as possible, and buttons. */
export function FloatFrame({ words, note, controls, children }: FloatFrameProps) {
  return (
    <Frame>
      <Words>{words}</Words>
      <Middle>{children}</Middle>
      <Words role="status">{note}</Words>
      <Controls>{controls}</Controls>
    </Frame>
  );
}

export const FloatDigits = styled.p`
  ${floatDigits}
`;

const Frame = styled.main`
  ${floatFrame}
  background: ${color.ground};
  color: ${color.ink};
`;

const Words = styled.p`
  ${smallText}
  max-inline-size: 100%;
  overflow: hidden;
  color: ${color.inkSoft};
  text-align: center;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Middle = styled.div`
  display: grid;
  place-content: center;
  min-block-size: 0;
`;

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[8]};
`;
