// The dialogs in which the timers, and the presets, are put in order; each move is saved at once.
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { RotateCcw } from 'lucide-react';
import { orderTimers } from '../../rows/timers';
import { inOrder, useIsOrderUnsaved } from '../../offline/timer-order';
import type { Timer } from '../../model/types';
import { Dialog } from '../../components/dialogs/dialog';
import { useToasts } from '../../components/dialogs/toasts';
import { writeFailureText } from '../../components/forms/save-result';
import { moved } from '../../model/moved';
import { OrderList } from '../../components/lists/order-list';
import { lengthText } from '../../i18n/duration-text';
import { color, space, icon } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { timerName, seedLength } from './timer-seed';
import { Button } from '../../components/forms/button';
import { movePreset, presetKey, removePreset, restorePresets, usePresets } from './presets';

interface OrderDialogProps {
  /** In the order of the page, from the top. */
  readonly timers: readonly Timer[];
  readonly onClose: () => void;
}

export function OrderDialog({ timers, onClose }: OrderDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { wanted, want } = useWantedOrder();
  const isUnsaved = useIsOrderUnsaved();
  const shown = wanted === null ? timers : inOrder(timers, wanted);
  return (
    <Dialog title={formatMessage({ id: 'timer.orderTitle' })} onClose={onClose}>
      <OrderList
        label={formatMessage({ id: 'timer.list' })}
        items={shown.map((timer) => ({
          key: timer.id,
          name: timerName(intl, timer),
          detail: timer.label === null ? undefined : lengthText(intl, timer.totalSeconds),
        }))}
        onMove={(from, to) => {
          want(moved(shown, from, to).map(({ id }) => id));
        }}
      />
      {isUnsaved && <Unsaved>{formatMessage({ id: 'unsaved.change' })}</Unsaved>}
    </Dialog>
  );
}

/** The wanted order. Writes are sent one after the other, so that the last one arrives last. */
function useWantedOrder() {
  const intl = useIntl();
  const { showFailure } = useToasts();
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const next = useRef<readonly number[] | null>(null);
  const isSaving = useRef(false);

  async function save() {
    isSaving.current = true;
    while (next.current !== null) {
      const ids = next.current;
      next.current = null;
      try {
        // The server's order is reversed: new timers are last there and first here.
        await orderTimers(ids.toReversed());
      } catch (failure) {
        showFailure(
          intl.formatMessage({ id: 'timer.errorTitle' }),
          writeFailureText(intl, failure, 'timer.errorText'),
        );
      }
    }
    isSaving.current = false;
    // From now on the list has this order.
    setWanted(null);
  }

  function want(ids: readonly number[]) {
    setWanted(ids);
    next.current = ids;
    if (!isSaving.current) void save();
  }

  return { wanted, want };
}

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

const Unsaved = styled.p`
  ${smallText}
  margin-block-start: ${space[12]};
  color: ${color.warning};
`;

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
