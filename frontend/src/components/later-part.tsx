// A part of a page whose code comes once the page is alive; until then the part stands there as it was built.
import { lazy, memo, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { retryDelay } from '../api/backoff';
import { whenIdle } from '../hooks/idle';

const parts = new Set<() => Promise<unknown>>();

/**
 * A component whose code is fetched in an idle moment, again and again where that fails. Built pages have it
 * drawn already; `fallback` stands in its place after a change of pages.
 */
export function laterPart(load: () => Promise<ComponentType>, fallback: ReactNode = null) {
  let loaded: ComponentType | null = null;
  const fetchCode = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazy(async () => {
    await idleMoment();
    return { default: await persistently(fetchCode) };
  });
  parts.add(fetchCode);

  // An update from above would end the wait of what was built, hence the memo and no props.
  return memo(function LaterPart() {
    const [Part] = useState(() => loaded ?? Lazy);
    return (
      <Suspense fallback={fallback}>
        <Part />
      </Suspense>
    );
  });
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
