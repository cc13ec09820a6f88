// Toasts: short messages at the edge of the page, one at a time, from any component below the provider.
import type { ReactNode } from 'react';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { whenIdle } from '../../browser/idle';
import { ErrorBoundary } from '../page/error-boundary';
import { lazyComponent } from '../../loading/lazy-component';
import type { ShownToast, ToastContent } from './toast-region';

export interface Toasts {
  /** Shows a toast and replaces the previous one. */
  readonly show: (content: ToastContent) => void;
  /** Shows that something has failed, and what can be done. */
  readonly showFailure: (title: string, text?: string) => void;
  readonly dismiss: () => void;
  /** Renders toasts in a modal dialog, because the page outside of it is inert; returns a function that ends that. */
  readonly hostIn: (dialog: HTMLElement) => () => void;
}

export const ToastContext = createContext<Toasts>({
  show: () => undefined,
  showFailure: () => undefined,
  dismiss: () => undefined,
  hostIn: () => () => undefined,
});

const ToastRegion = lazyComponent(
  async () => (await import(/* webpackChunkName: "toast" */ './toast-region')).ToastRegion,
);

export function useToasts(): Toasts {
  return use(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast | null>(null);
  const [hosts, setHosts] = useState<readonly HTMLElement[]>([]);
  const onGone = useRef<(() => void) | undefined>(undefined);
  useEffect(() => whenIdle(() => void ToastRegion.preload().catch(() => undefined)), []);

  const end = useCallback(() => {
    const gone = onGone.current;
    onGone.current = undefined;
    gone?.();
  }, []);

  const dismiss = useCallback(() => {
    setShown((toast) => toast && { ...toast, open: false });
    end();
  }, [end]);

  const show = useCallback(
    (content: ToastContent) => {
      end();
      onGone.current = content.onGone;
      setShown((toast) => ({ key: (toast?.key ?? 0) + 1, content, open: true }));
    },
    [end],
  );

  const showFailure = useCallback(
    (title: string, text?: string) => {
      show({ title, ...(text !== undefined && { text }), tone: 'destructive' });
    },
    [show],
  );

  const hostIn = useCallback((dialog: HTMLElement) => {
    setHosts((open) => [...open, dialog]);
    return () => {
      setHosts((open) => open.filter((other) => other !== dialog));
    };
  }, []);

  const act = useCallback((run: () => void) => {
    onGone.current = undefined;
    run();
  }, []);

  const toasts = useMemo(
    () => ({ show, showFailure, dismiss, hostIn }),
    [show, showFailure, dismiss, hostIn],
  );

  return (
    <ToastContext value={toasts}>
      {children}
      <ErrorBoundary>
        {shown !== null && (
          <ToastRegion toast={shown} host={hosts.at(-1)} onClose={dismiss} onAct={act} />
        )}
      </ErrorBoundary>
    </ToastContext>
  );
}
