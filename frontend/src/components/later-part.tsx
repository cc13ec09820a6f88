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
import { retryDelay } from '../api/backoff';
import { whenIdle } from '../hooks/idle';

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
    const { frame, pressAgain } = useEarlyPresses();
    return (
      <Frame ref={frame}>
        <Suspense fallback={fallback}>
          <Part />
          <WhenAlive act={pressAgain} />
        </Suspense>
      </Frame>
    );
  });
}

/** Remembers the buttons that were pressed before the part could answer, and presses them once it can. */
function useEarlyPresses() {
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef<HTMLButtonElement[]>([]);
  const alive = useRef(false);

  useEffect(() => {
    if (alive.current) return;
    const remember = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (alive.current || button === null || frame.current?.contains(button) !== true) return;
      pressed.current.push(button);
    };
    // React swallows the press of what is not alive yet, so it has to be heard before React hears it.
    document.addEventListener('click', remember, { capture: true });
    return () => {
      document.removeEventListener('click', remember, { capture: true });
    };
  }, []);

  const pressAgain = useCallback(() => {
    alive.current = true;
    pressed.current.splice(0).forEach((button) => {
      button.click();
    });
  }, []);

  return { frame, pressAgain };
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

async function persistently<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let inVain = 0; ; inVain += 1) {
    try {
      return await attempt();
    } catch {
      const delayMs = retryDelay(inVain, Math.random());
      await new Promise((resume) => setTimeout(resume, delayMs));
    }
  }
}

/** Of no size of its own. */
const Frame = styled.div`
  display: contents;
`;
