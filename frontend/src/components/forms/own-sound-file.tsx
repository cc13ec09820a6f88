// The visitor's own sound file: choosing, replacing, removing.
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint, Wrong } from '../page/texts';
import type { MessageId } from '../../i18n/messages';
import { chooseOwnSound, removeOwnSound, type Refusal } from '../../sound/own-sound';
import { space } from '../../styles/theme';
import { Button } from './button';
import { FileButton } from './file-button';
import { Column } from '../page/page-column';

const refusals: Record<Refusal, MessageId> = {
  tooLarge: 'sound.ownTooLarge',
  closed: 'restore.closed',
  unusable: 'sound.ownUnusable',
  silent: 'sound.ownSilent',
  notKept: 'sound.ownNotKept',
};

interface OwnSoundFileProps {
  readonly isHere: boolean;
}

export function OwnSoundFile({ isHere }: OwnSoundFileProps) {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: isHere ? 'sound.ownReplace' : 'sound.ownChoose' });
  const choose = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function take(file: File) {
    setBusy(true);
    setRefusal(null);
    setRefusal(await chooseOwnSound(file));
    setBusy(false);
  }

  async function remove() {
    setRefusal(null);
    // The pressed button is removed.
    choose.current?.focus();
    await removeOwnSound();
  }

  return (
    <Column $gap={8}>
      {!isHere && <SmallPrint>{formatMessage({ id: 'sound.ownMissing' })}</SmallPrint>}
      <Actions>
        <FileButton
          ref={choose}
          label={label}
          accept="audio/*"
          busy={busy}
          onFile={(file) => void take(file)}
        >
          {label}
        </FileButton>
        {isHere && (
          <Button $kind="quiet" onClick={() => void remove()}>
            {formatMessage({ id: 'sound.ownRemove' })}
          </Button>
        )}
      </Actions>
      {refusal === null ? (
        <SmallPrint>{formatMessage({ id: 'sound.ownHint' })}</SmallPrint>
      ) : (
        <Wrong role="alert">{formatMessage({ id: refusals[refusal] })}</Wrong>
      )}
    </Column>
  );
}

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`;
