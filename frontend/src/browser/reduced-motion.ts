// Whether the visitor prefers reduced motion; false until hydration.
import { useMedia } from './media';

export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
