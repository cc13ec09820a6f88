// What opens at a press, and whose code comes with it: a dialog, a panel, the full screen.
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

interface Opened {
  readonly onClose: () => void;
}

interface OpenedPart<Props extends Opened> {
  /** Fetches the code ahead, when somebody reaches for what opens. */
  readonly reach: () => void;
  /** What opens; where its code does not come, it closes again. */
  readonly Part: ComponentType<Props>;
}

/** A part that is fetched anew with every opening that finds it missing: no failure lasts longer than the press. */
export function openedPart<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
): OpenedPart<Props> {
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const close = useEffectEvent(props.onClose);
    useEffect(() => {
      load().then(
        (part) => {
          setLoaded(() => part);
        },
        () => {
          close();
        },
      );
    }, []);
    return Loaded && <Loaded {...props} />;
  }
  return { reach: () => void load().catch(() => undefined), Part };
}
