// Shows what rings, on every page, until it is answered.
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { isShort } from '../../rings/occurrence';
import type { Ring } from '../../ringing/book';
import { currentRings, onBookChange } from '../../ringing/store';
import { lazyComponent } from '../../loading/lazy-component';
import { useDialogOfField } from './pop-up';
import { RingScreen } from './ring-screen';
import { useFlashingTitle } from './flashing-title';

const StepBanner = lazyComponent(
  async () => (await import(/* webpackChunkName: "step-banner" */ './step-banner')).StepBanner,
);

const noRings: readonly Ring[] = [];

/** To be mounted once, outside of the pages. */
export function Ringing() {
  const rings = useSyncExternalStore(onBookChange, currentRings, () => noRings);
  const [newest, ...others] = rings.filter((ring) => !isShort(ring));
  const step = rings.find(isShort);
  useFlashingTitle(newest);
  return (
    <>
      {step?.kind === 'timer' && step.begins !== undefined && (
        <StepBanner key={step.key} ring={step} step={step.begins} />
      )}
      {newest !== undefined && <PopUp key={newest.key} newest={newest} others={others} />}
    </>
  );
}

interface PopUpProps {
  readonly newest: Ring;
  readonly others: readonly Ring[];
}

function PopUp({ newest, others }: PopUpProps) {
  const host = useDialogOfField();
  const screen = <RingScreen ring={newest} others={others} />;
  return host === null ? screen : createPortal(screen, host);
}
