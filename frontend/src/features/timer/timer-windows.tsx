// Where else a timer can be: shared as a link, in a small window, in full screen. Its dialogs are rendered beside it.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useToasts } from '../../components/dialogs/toasts';
import { lazyComponent } from '../../loading/lazy-component';
import { whenLoaded } from '../../loading/load-code';
import type { Timer } from '../../model/types';
import { timerName } from './timer-seed';

export const TimerStage = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-stage" */ './timer-stage')).TimerStage,
);

const LinkDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "share-timer" */ './share-timer')).LinkDialog,
);

/** Prefetched like the window: browsers share only within a moment of the press. */
export const sharing = {
  preload: async () => {
    const [code] = await Promise.all([
      import(/* webpackChunkName: "share-timer" */ './share-timer'),
      LinkDialog.preload(),
    ]);
    return code;
  },
};

/** Prefetched when the pointer or the focus reaches the button: its window must open within the press. */
export const floating = {
  preload: async () => {
    const [{ float }, { FloatingTimer }] = await Promise.all([
      import(/* webpackChunkName: "float" */ '../../components/float/float'),
      import(/* webpackChunkName: "floating-timer" */ './floating-timer'),
    ]);
    return { float, Content: FloatingTimer };
  },
};

/** `onFullScreen` is called when the code of the full screen is loaded. */
export function useTimerWindows(timer: Timer, onFullScreen: () => void) {
  const intl = useIntl();
  const toasts = useToasts();
  /** A link that could neither be shared nor copied. */
  const [link, setLink] = useState<string | null>(null);

  return {
    share: () => {
      whenLoaded(sharing, ({ shareTimer }) => {
        void shareTimer(intl, toasts, timer).then(setLink);
      });
    },
    openFloat: () => {
      whenLoaded(floating, ({ float, Content }) => {
        void float(<Content id={timer.id} />, { title: timerName(intl, timer), intl, toasts });
      });
    },
    fillScreen: () => {
      whenLoaded(TimerStage, onFullScreen);
    },
    dialogs: (
      <>
        {link !== null && (
          <LinkDialog
            link={link}
            onClose={() => {
              setLink(null);
            }}
          />
        )}
      </>
    ),
  };
}
