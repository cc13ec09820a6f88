// A part of a page whose code comes once the page is alive; until then the part stands there as it was built.
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import styled from 'styled-components';
import { persistently } from '../api/backoff';
import { pressAgain, takeEarlyPresses } from '../loading/early-presses';
import { whenIdle } from '../browser/idle';

const parts = new Set<() => Promise<unknown>>();

/**
 * A component whose code is fetched in an idle moment, again and again where that fails. Built pages have it
 * drawn already; `fallback` stands in its place after a change of pages.
 */
export function laterPart(load: () => Promise<ComponentType>, fallback: ReactNode = null) {
  return part(load, fallback, idleMoment);
}

/** The same for what waits for nothing but the page: a hidden tab has idle moments only now and then. */
export function nextPart(load: () => Promise<ComponentType>) {
  return part(load, null, () => Promise.resolve());
}

/** A component whose code is fetched when it is first drawn, again and again where that fails; nothing stands there until then. */
export function drawnPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Lazy = lazy(async () => ({ default: await persistently(load) }));
  return function DrawnPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    );
  };
}

function part(
  load: () => Promise<ComponentType>,
  fallback: ReactNode,
  moment: () => Promise<void>,
) {
  let loaded: ComponentType | null = null;
  const fetchCode = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazy(async () => {
    await moment();
    return { default: await persistently(fetchCode) };
  });
  parts.add(fetchCode);

  // An update from above would end the wait of what was built, hence the memo and no props.
  return memo(function LaterPart() {
    const [Part] = useState(() => loaded ?? Lazy);
    const { frame, answer } = useEarlyPresses();
    return (
      <Frame ref={frame}>
        <Suspense fallback={fallback}>
          <Part />
          <WhenAlive act={answer} />
        </Suspense>
      </Frame>
    );
  });
}

/** Remembers what was pressed before the part could answer, and answers once it can. */
function useEarlyPresses() {
  const frame = useRef<HTMLDivElement>(null);
  const presses = useRef<Event[]>([]);
  const alive = useRef(false);

  useEffect(() => {
    const part = frame.current;
    if (alive.current || part === null) return;
    presses.current.push(...takeEarlyPresses(part));
    const remember = (event: Event) => {
      if (alive.current || !(event.target instanceof Node) || !part.contains(event.target)) return;
      presses.current.push(event);
    };
    // React swallows the press of what is not alive yet, so it has to be heard before React hears it.
    document.addEventListener('click', remember, { capture: true });
    return () => {
      document.removeEventListener('click', remember, { capture: true });
    };
  }, []);

  const answer = useCallback(() => {
    alive.current = true;
    pressAgain(presses.current.splice(0));
  }, []);

  return { frame, answer };
}

function WhenAlive({ act }: { readonly act: () => void }) {
  useEffect(act, [act]);
  return null;
}

/** Fetches the code of all parts known, and of those in them: who draws a page at once needs it. */
export async function loadLaterParts(): Promise<void> {
  let known: number;
  do {
    known = parts.size;
    await Promise.all([...parts].map((load) => load()));
  } while (parts.size > known);
}

function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve);
  });
}

/** Of no size of its own. */
const Frame = styled.div`
  display: contents;
`;
