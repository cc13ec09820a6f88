// The dialog for the order and removal of presets.
import { RotateCcw } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Dialog } from '../../components/dialogs/dialog';
import { Button } from '../../components/forms/button';
import { OrderList } from '../../components/lists/order-list';
import { icon, color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { movePreset, presetKey, removePreset, restorePresets, usePresets } from './presets';
import { seedLength } from './timer-seed';

export function PresetsDialog({ onClose }: { readonly onClose: () => void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { presets, areOwn } = usePresets();
  return (
    <Dialog title={intl.formatMessage({ id: 'presets.edit' })} onClose={onClose}>
      {presets.length === 0 ? (
        <p>{formatMessage({ id: 'presets.none' })}</p>
      ) : (
        <OrderList
          label={intl.formatMessage({ id: 'timer.usualLengths' })}
          items={presets.map((preset) => ({
            key: presetKey(preset),
            name: preset.label ?? seedLength(intl, preset),
            detail: preset.label === null ? undefined : seedLength(intl, preset),
          }))}
          onMove={movePreset}
          onRemove={removePreset}
        />
      )}
      <Foot>
        <p>{formatMessage({ id: 'presets.hint' })}</p>
        {areOwn && (
          <Button onClick={restorePresets}>
            <RotateCcw {...icon.medium} />
            {formatMessage({ id: 'presets.restore' })}
          </Button>
        )}
      </Foot>
    </Dialog>
  );
}

const Foot = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  margin-block-start: ${space[16]};
  color: ${color.inkSoft};

  > p {
    ${smallText}
  }
`;
