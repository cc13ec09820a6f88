// The choice of a sound, with a button to hear it.
import { useEffect, useRef, useState, type SelectHTMLAttributes } from 'react';
import { Square, Volume2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { soundNames, type SoundName } from '../../api/types';
import type { MessageId } from '../../i18n/messages';
import { playSample } from '../../sound/player';
import { preloadSounds } from '../../sound/sound-files';
import { icon } from '../../styles/icons';
import { space } from '../../styles/theme';
import { labelHeight } from '../../styles/type';
import { IconButton } from './button';
import { SelectField } from './field';

const names: Record<SoundName, MessageId> = {
  default: 'sound.default',
  dawn: 'sound.dawn',
  chime: 'sound.chime',
  marimba: 'sound.marimba',
  pulse: 'sound.pulse',
};

type SoundFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'value'> & {
  readonly value: SoundName;
};

export function SoundField({ value, ...select }: SoundFieldProps) {
  const { formatMessage } = useIntl();
  const { playing, failed, toggle } = useSample(value);
  return (
    <Row>
      <SelectField
        label={formatMessage({ id: 'sound.label' })}
        options={soundNames.map((name) => ({
          value: name,
          text: formatMessage({ id: names[name] }),
        }))}
        value={value}
        {...select}
        error={failed ? formatMessage({ id: 'sound.unavailable' }) : undefined}
      />
      <Listen
        aria-label={formatMessage({ id: playing ? 'sound.stop' : 'sound.listen' })}
        onClick={toggle}
      >
        {playing ? <Square {...icon.usual} /> : <Volume2 {...icon.large} />}
      </Listen>
    </Row>
  );
}

/** Plays a sound once; another choice or the end of the form stops it. */
function useSample(sound: SoundName) {
  const stop = useRef<() => void>(null);
  const [playing, setPlaying] = useState(false);
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

const Row = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: start;
  gap: ${space[8]};
`;

/** Stands beside the field itself, below the height of its label. */
const Listen = styled(IconButton)`
  margin-block-start: calc(${labelHeight} + ${space[4]});
`;
