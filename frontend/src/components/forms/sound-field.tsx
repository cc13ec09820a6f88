// The choice of a sound, with a button to hear it.
import type { SelectHTMLAttributes } from 'react';
import { Square, Volume2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { soundNames, type SoundName } from '../../model/types';
import type { MessageId } from '../../i18n/messages';
import { lazyComponent } from '../../loading/lazy-component';
import { useHeardSound, useOwnSound } from '../../sound/own-sound';
import { icon, space } from '../../styles/theme';
import { labelHeight } from '../../styles/type';
import { IconButton } from './button';
import { SelectField } from './field';
import { useSample } from './use-sample';
import { Column } from '../page/page-column';

const names: Record<SoundName, MessageId> = {
  default: 'sound.default',
  dawn: 'sound.dawn',
  chime: 'sound.chime',
  marimba: 'sound.marimba',
  pulse: 'sound.pulse',
  own: 'sound.own',
};

const OwnSoundFile = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "own-sound-file" */ './own-sound-file')).OwnSoundFile,
);

type SoundFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'value'> & {
  readonly value: SoundName;
  /** The label of the field, if it is not the default. */
  readonly label?: MessageId;
};

export function SoundField({ value, label = 'sound.label', ...select }: SoundFieldProps) {
  const { formatMessage } = useIntl();
  const own = useOwnSound();
  const { playing, failed, toggle } = useSample(useHeardSound(value));
  return (
    <Column $gap={8}>
      <Row>
        <SelectField
          label={formatMessage({ id: label })}
          options={soundNames.map((name) => ({
            value: name,
            text: name === 'own' && own ? own : formatMessage({ id: names[name] }),
          }))}
          value={value}
          {...select}
          error={failed ? formatMessage({ id: 'sound.unavailable' }) : undefined}
        />
        <Listen
          aria-label={formatMessage({ id: playing ? 'sound.stop' : 'sound.listen' })}
          onClick={toggle}
        >
          {playing ? <Square {...icon.medium} /> : <Volume2 {...icon.large} />}
        </Listen>
      </Row>
      {value === 'own' && own !== undefined && <OwnSoundFile isHere={own !== null} />}
    </Column>
  );
}

const Row = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: start;
  gap: ${space[8]};
`;

/** Beside the input, below the height of its label. */
const Listen = styled(IconButton)`
  margin-block-start: calc(${labelHeight} + ${space[4]});
`;
