// The button is in built pages; its code is loaded in an idle period.
import { lazyComponent } from '../../loading/lazy-component';

export const RingOffer = lazyComponent(
  async () => (await import(/* webpackChunkName: "ring-offer" */ './ring-offer')).RingOffer,
  { hydrate: 'when-idle' },
);
