// Loads the code that rings on every page, as a lazy part: most visits have no ring, but none may be missed.
import { lazyComponent } from '../loading/lazy-component';

export const RingingOnEveryPage = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "ringing" */ '../features/ringing/ringing')).Ringing,
  { hydrate: 'at-once' },
);
