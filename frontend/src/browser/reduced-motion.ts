// Whether the visitor prefers reduced motion.
import { mediaHook } from './media';

export const useReducedMotion = mediaHook('(prefers-reduced-motion: reduce)');
