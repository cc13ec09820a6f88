// A component whose code is fetched when it is needed.
import type { ComponentType, ReactNode } from 'react';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { whenIdle } from '../browser/idle';
import { holdInputOf, replayInputOf } from './early-input';
import { loadPersistently, preloadOnHoverOrFocus, whenLoaded, type Preloadable } from './load-code';

interface LazyOptions {
  /** Shown while its code is loading. */
  readonly fallback?: ReactNode;
  /**
   * Built pages contain the component: its HTML stays until the code is loaded, and clicks in it are replayed then.
   * Code for `when-idle` is loaded in an idle period, which hidden tabs rarely have.
   */
  readonly hydrate?: 'when-idle' | 'at-once';
}

const prerendered = new Set<() => Promise<unknown>>();

/** A mounted component keeps trying to load its code. `preload` fetches it ahead, and rejects if that fails. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, hydrate }: LazyOptions = {},
) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazy(async () => {
    if (hydrate === 'when-idle') await idleMoment();
    return { default: await loadPersistently(preload) };
  });
  if (hydrate !== undefined) prerendered.add(preload);
  const Frame: ComponentType<FrameProps> = hydrate === undefined ? PlainFrame : HydratedFrame;

  function LazyComponent(props: Props) {
    const [Part] = useState(() => loaded ?? Lazy);
    return (
      <Frame fallback={fallback}>
        <Part {...props} />
      </Frame>
    );
  }
  // React discards the HTML of a part if an update from above reaches it before its code; `memo` prevents such updates.
  return Object.assign(memo(LazyComponent), { preload });
}

/** Fetches code in an idle period, so that what is probably pressed first does not wait for it. */
export function usePreloadWhenIdle(part: Preloadable) {
  useEffect(
    () =>
      whenIdle(() => {
        // The press tries again.
        part.preload().catch(() => undefined);
      }),
    [part],
  );
}

/** Something that a button opens, closed at first: its code is fetched when the button is reached or pressed. */
export function useOpening(part: Preloadable) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    whenLoaded(part, () => {
      setOpen(true);
    });
  };
  return {
    isOpen,
    open,
    close: () => {
      setOpen(false);
    },
    preload: part.preload,
    /** The event handlers of the button. */
    button: { ...preloadOnHoverOrFocus(part), onClick: open },
  };
}

/**
 * Preloads all components that built pages contain, nested ones included; rejects after trying all of them if one
 * fails.
 */
export async function preloadPrerendered(): Promise<void> {
  let known: number;
  do {
    known = prerendered.size;
    const results = await Promise.allSettled([...prerendered].map((preload) => preload()));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  } while (prerendered.size > known);
}

interface FrameProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

function PlainFrame({ fallback, children }: FrameProps) {
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

function HydratedFrame({ fallback, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isHydrated = useRef(false);
  useEffect(() => {
    if (!isHydrated.current && frame.current !== null) return holdInputOf(frame.current);
    return undefined;
  }, []);
  const replay = useCallback(() => {
    isHydrated.current = true;
    if (frame.current !== null) replayInputOf(frame.current);
  }, []);
  return (
    <Contents ref={frame}>
      <Suspense fallback={fallback}>
        {children}
        <OnHydrated act={replay} />
      </Suspense>
    </Contents>
  );
}

function OnHydrated({ act }: { readonly act: () => void }) {
  useEffect(act, [act]);
  return null;
}

function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve);
  });
}

const Contents = styled.div`
  display: contents;
`;
