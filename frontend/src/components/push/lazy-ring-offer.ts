// The way to rings with the site closed stands in built pages; its code comes in an idle moment.
import { lazyComponent } from '../../loading/lazy-component';

export const RingOffer = lazyComponent(
  async () => (await import(/* webpackChunkName: "ring-offer" */ './ring-offer')).RingOffer,
  { hydrate: 'when-idle' },
);
