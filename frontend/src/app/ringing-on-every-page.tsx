// Brings in what rings: most visits see no ring, but none may be missed.
import { laterPart } from '../components/later-part';

export const RingingOnEveryPage = laterPart(
  async () =>
    (await import(/* webpackChunkName: "ringing" */ '../features/ringing/ringing')).Ringing,
);
