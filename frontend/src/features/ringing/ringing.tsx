// Shows what rings, on every page and in the tab's title, until it is answered.
import { useSyncExternalStore, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { isShort, type Occurrence } from '../../rings/occurrence';
import type { Ring } from '../../ringing/book';
import { currentRings, onBookChange } from '../../ringing/store';
import { lazyComponent } from '../../loading/lazy-component';
import { useDialogOfField } from './pop-up';
import { RingScreen } from './ring-screen';
import { after } from '../../time/background-timer';
import { alertInTitle } from '../../browser/document-title';
import { nameOf } from './ring-controls';

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

const eachMs = 1_000;

/** The tab's title while something rings: it alternates between the ring's name and the page's own title. */
function useFlashingTitle(ring: Occurrence | undefined): void {
  const intl = useIntl();
  const text = ring === undefined ? null : nameOf(intl, ring);
  useEffect(() => {
    if (text === null) return;
    let shown = false;
    let cancel: () => void = () => undefined;
    const flash = () => {
      shown = !shown;
      alertInTitle(shown ? text : null);
      cancel = after(eachMs, flash);
    };
    flash();
    return () => {
      cancel();
      alertInTitle(null);
    };
  }, [text]);
}
