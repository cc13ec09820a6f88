// Plays a sound once as a sample; the same button stops it.
import { useEffect, useRef, useState } from 'react';
import type { SoundName } from '../../model/types';
import { playSample } from '../../sound/player';
import { preloadSounds } from '../../sound/sound-files';

/** Plays a sound once at the volume of rings; another choice or unmounting stops it. */
export function useSample(sound: SoundName) {
  const stop = useRef<() => void>(null);
  const [playing, setPlaying] = useState(false);
  /** Whether the last sample could not be played. */
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    preloadSounds([sound]);
    return () => stop.current?.();
  }, [sound]);

  function toggle() {
    if (playing) {
      stop.current?.();
      return;
    }
    setFailed(false);
    setPlaying(true);
    stop.current = playSample(sound, (end) => {
      stop.current = null;
      setPlaying(false);
      setFailed(end === 'failed');
    });
  }

  return { playing, failed, toggle };
}
