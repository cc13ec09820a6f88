// Brings in what rings: most visits see no ring, but none may be missed.
import { nextPart } from '../components/later-part';

export const RingingOnEveryPage = nextPart(
  async () =>
    (await import(/* webpackChunkName: "ringing" */ '../features/ringing/ringing')).Ringing,
);
