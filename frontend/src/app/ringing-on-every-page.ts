// Brings in what rings: most visits see no ring, but none may be missed.
import { lazyComponent } from '../loading/lazy-component';

export const RingingOnEveryPage = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "ringing" */ '../features/ringing/ringing')).Ringing,
  { hydrate: 'at-once' },
);
