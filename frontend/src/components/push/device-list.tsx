// The devices with push: their state, a test, and their removal.
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { removeDevice, testDevice } from '../../push/push-devices';
import type { PushDevice } from '../../model/types';
import type { MessageId } from '../../i18n/messages';
import { dateTimeText, recordedDayText, useHourOptions } from '../../i18n/date-text';
import { color, size, space } from '../../styles/theme';
import { itemTitle } from '../../styles/type';
import { useToasts } from '../dialogs/toasts';
import { Button } from '../forms/button';
import { Facts, Failing, InUse, NamedRows, RowActions, WrappingRow } from '../lists/named-rows';
import { deviceName } from './device-name';

interface DeviceListProps {
  readonly devices: readonly PushDevice[];
  readonly ownId: string | null;
}

export function DeviceList({ devices, ownId }: DeviceListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function remove(id: string) {
    await removeDevice(id);
    list.current?.focus();
  }

  async function act(action: () => Promise<void>, done: MessageId, failed: MessageId) {
    if (busy) return;
    setBusy(true);
    try {
      await action();
      toasts.show({ title: formatMessage({ id: done }) });
    } catch {
      toasts.showFailure(formatMessage({ id: failed }));
    }
    setBusy(false);
  }

  return (
    <section>
      <Title>{formatMessage({ id: 'push.devices' })}</Title>
      <NamedRows ref={list}>
        {devices.map((device) => {
          const { id, state } = device;
          const name = deviceName(intl, device, id === ownId);
          return (
            <WrappingRow key={id}>
              <div>
                <p>{name}</p>
                <Facts>
                  {id === ownId && <InUse>{formatMessage({ id: 'account.thisBrowser' })}</InUse>}
                  <Fact device={device} />
                  <Since device={device} />
                </Facts>
              </div>
              <RowActions>
                {state === 'active' && (
                  <Button
                    $kind="quiet"
                    aria-disabled={busy}
                    aria-label={formatMessage({ id: 'push.testName' }, { name })}
                    onClick={() =>
                      void act(() => testDevice(id), 'push.testComes', 'push.testFailed')
                    }
                  >
                    {formatMessage({ id: 'push.test' })}
                  </Button>
                )}
                <Button
                  $kind="quiet"
                  aria-disabled={busy}
                  aria-label={formatMessage({ id: 'push.removeName' }, { name })}
                  onClick={() => void act(() => remove(id), 'push.removed', 'push.changeFailed')}
                >
                  {formatMessage({ id: 'push.remove' })}
                </Button>
              </RowActions>
            </WrappingRow>
          );
        })}
      </NamedRows>
    </section>
  );
}

function Fact({ device: { state, lastShownAt } }: { readonly device: PushDevice }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const hours = useHourOptions();
  if (state === 'pending') return formatMessage({ id: 'push.isPending' });
  if (state === 'failing') {
    return <Failing>{formatMessage({ id: 'push.isFailing' })}</Failing>;
  }
  if (lastShownAt === null) return formatMessage({ id: 'push.neverRang' });
  const time = dateTimeText(intl, lastShownAt, 'medium', hours);
  return formatMessage({ id: 'push.lastRang' }, { time });
}

/** Tells devices with the same browser apart. */
function Since({ device: { createdAt } }: { readonly device: PushDevice }) {
  const { formatMessage } = useIntl();
  const day = recordedDayText(useIntl(), createdAt);
  return <span>{formatMessage({ id: 'push.deviceSince' }, { day })}</span>;
}

const Title = styled.h3`
  ${itemTitle}
  padding-block: ${space[16]} ${space[4]};
  border-block-start: ${size.hairline} solid ${color.line};
`;
