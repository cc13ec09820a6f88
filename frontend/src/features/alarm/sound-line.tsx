// Whether the next alarm will be heard in this tab, and how it sounds.
import { useState, useSyncExternalStore } from 'react';
import { Volume2, VolumeX } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { SoundName } from '../../model/types';
import { useSample } from '../../components/forms/use-sample';
import { DottedParts } from '../../components/page/dotted-parts';
import type { MessageId } from '../../i18n/messages';
import type { OutputState } from '../../sound/audio-output';
import { onOutputState, outputState, unlockOutput } from '../../sound/audio-output';
import { useHeardSound } from '../../sound/own-sound';
import { icon } from '../../styles/icons';
import { color, size, space } from '../../styles/theme';
import { labelHeight, smallText } from '../../styles/type';
import { LineButton } from './line-button';

export function SoundLine({ sound }: { readonly sound: SoundName }) {
  const { formatMessage } = useIntl();
  const state = useSyncExternalStore(onOutputState, outputState);
  const [pressed, setPressed] = useState(false);
  const heard = useHeardSound(sound);
  const { playing, failed, toggle } = useSample(heard);
  const isReady = state === 'ready';
  const Icon = isReady ? Volume2 : VolumeX;

  function textId(): MessageId {
    if (!isReady) return silenceText(state, pressed);
    if (failed) return 'sound.unavailable';
    return heard === sound ? 'alarm.soundReady' : 'alarm.ownSoundElsewhere';
  }

  function turnOn() {
    setPressed(true);
    unlockOutput();
  }

  // A visitor who pressed the button sees the result; a click elsewhere enables the sound silently.
  return (
    <Line role={pressed ? 'status' : undefined}>
      <Icon {...icon.medium} />
      <DottedParts gap={24} parts={[formatMessage({ id: textId() })]}>
        <LineButton onClick={isReady ? toggle : turnOn}>
          {formatMessage({
            id: isReady ? (playing ? 'sound.stop' : 'sound.listen') : 'ringing.soundOn',
          })}
        </LineButton>
      </DottedParts>
    </Line>
  );
}

/** A browser that refused to play waits for a gesture; if it refuses after one, there is another reason. */
function silenceText(state: OutputState, pressed: boolean): MessageId {
  const waitsForPress = state === 'untried' || (state === 'refused' && !pressed);
  return waitsForPress ? 'alarm.soundUntried' : 'ringing.soundFailed';
}

/** A line as far below the one above as the touch targets of both need. */
const Line = styled.div`
  ${smallText}
  display: flex;
  margin-block-start: calc(${size.touch} - ${labelHeight});
  gap: ${space[8]};
  color: ${color.inkSoft};

  > svg {
    flex: none;
    margin-block-start: ${space[2]};
  }
`;
