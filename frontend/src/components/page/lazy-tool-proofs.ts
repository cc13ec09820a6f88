// The proofs are in built pages; their code is loaded in an idle period.
import { lazyComponent } from '../../loading/lazy-component';

export const ToolProofs = lazyComponent(
  async () => (await import(/* webpackChunkName: "tool-proofs" */ './tool-proofs')).ToolProofs,
  { hydrate: 'when-idle' },
);
