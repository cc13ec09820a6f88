// Toasts: short messages at the edge of the page, one at a time, from any component below the provider.
import type { ReactNode } from 'react';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { whenIdle } from '../../browser/idle';
import { ErrorBoundary } from '../page/error-boundary';
import { lazyComponent } from '../../loading/lazy-component';
import type { ShownToast, ToastContent, UndoableAct } from './toast-region';

export interface Toasts {
  /** Shows a toast. It replaces the previous one, unless both say what was done, and are of one kind. */
  readonly show: (content: ToastContent | UndoableAct) => void;
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
  /** What the shown toast is about, until it is gone. */
  const about = useRef<ShownToast['shows']>([]);
  useEffect(() => whenIdle(() => void ToastRegion.preload().catch(() => undefined)), []);

  const end = useCallback(() => {
    const ended = about.current;
    about.current = [];
    for (const { onGone } of ended) onGone?.();
  }, []);

  const dismiss = useCallback(() => {
    setShown((toast) => toast && { ...toast, open: false });
    end();
  }, [end]);

  const show = useCallback(
    (content: ToastContent | UndoableAct) => {
      const { kind } = content;
      const joined = about.current.filter((one) => kind !== undefined && one.kind === kind);
      if (joined.length === 0) end();
      const shows = [...joined, content];
      about.current = shows;
      setShown((toast) => ({ key: (toast?.key ?? 0) + 1, shows, open: true }));
    },
    [end],
  );

  /** Some acts cannot be undone any more; the others keep their toast. */
  const keep = useCallback(
    (acts: readonly UndoableAct[]) => {
      // None is kept while its button takes them back.
      if (about.current.length === 0) return;
      about.current = acts;
      if (acts.length === 0) dismiss();
      else setShown((toast) => toast && { ...toast, shows: acts });
    },
    [dismiss],
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
    about.current = [];
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
          <ToastRegion
            toast={shown}
            host={hosts.at(-1)}
            onClose={dismiss}
            onAct={act}
            onKeep={keep}
          />
        )}
      </ErrorBoundary>
    </ToastContext>
  );
}
