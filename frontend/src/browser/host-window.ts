// The window that shows a component: the page's own, or a small one that floats above others.
import { createContext, use } from 'react';

/** Null stands for the page's own window, which prerendered pages do not have. */
export const HostWindow = createContext<Window | null>(null);

/** The window that shows this component; null where it is the page's own. Frames and visibility are that window's. */
export function useHostWindow(): Window | null {
  return use(HostWindow);
}
