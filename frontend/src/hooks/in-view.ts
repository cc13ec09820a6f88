// Whether an element has come into view, or near it, since it was put on the page.
import { useEffect, useState, type RefObject } from 'react';

/** An element counts as coming into view a quarter of a screen before it does. */
const margin = '25% 0%';

/** False until it comes into view; true from then on. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element, seen]);
  return seen;
}
