// The devices that ring with the site closed: how each fares, a test, and its removal.
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { removeDevice, testDevice } from '../../api/push';
import type { PushDevice } from '../../api/types';
import type { MessageId } from '../../i18n/messages';
import { useHourOptions } from '../../i18n/hour-choice';
import { color, size, space } from '../../styles/theme';
import { itemTitle, smallText } from '../../styles/type';
import { useToasts } from '../dialogs/toasts';
import { Button } from '../forms/button';
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

  async function act(action: () => Promise<void>, done: MessageId, failed: MessageId) {
    if (busy) return;
    setBusy(true);
    try {
      await action();
      toasts.show({ title: formatMessage({ id: done }) });
    } catch {
      toasts.show({ title: formatMessage({ id: failed }), tone: 'destructive' });
    }
    setBusy(false);
  }

  return (
    <section>
      <Title>
        <FormattedMessage id="push.devices" />
      </Title>
      <List>
        {devices.map((device) => {
          const { id, state } = device;
          const name = deviceName(intl, device, id === ownId);
          return (
            <Row key={id}>
              <div>
                <p>{name}</p>
                <Facts>
                  {id === ownId && (
                    <This>
                      <FormattedMessage id="account.thisBrowser" />
                    </This>
                  )}
                  <Fact device={device} />
                </Facts>
              </div>
              <Actions>
                {state === 'active' && (
                  <Button
                    $kind="quiet"
                    aria-disabled={busy}
                    aria-label={formatMessage({ id: 'push.testName' }, { name })}
                    onClick={() =>
                      void act(() => testDevice(id), 'push.testComes', 'push.testFailed')
                    }
                  >
                    <FormattedMessage id="push.test" />
                  </Button>
                )}
                <Button
                  $kind="quiet"
                  aria-disabled={busy}
                  aria-label={formatMessage({ id: 'push.removeName' }, { name })}
                  onClick={() =>
                    void act(() => removeDevice(id), 'push.removed', 'push.changeFailed')
                  }
                >
                  <FormattedMessage id="push.remove" />
                </Button>
              </Actions>
            </Row>
          );
        })}
      </List>
    </section>
  );
}

function Fact({ device: { state, lastShownAt } }: { readonly device: PushDevice }) {
  const { formatDate } = useIntl();
  const hours = useHourOptions();
  if (state === 'pending') return <FormattedMessage id="push.isPending" />;
  if (state === 'failing') return <FormattedMessage id="push.isFailing" />;
  if (lastShownAt === null) return <FormattedMessage id="push.neverRang" />;
  const time = formatDate(lastShownAt, { dateStyle: 'medium', timeStyle: 'short', ...hours });
  return <FormattedMessage id="push.lastRang" values={{ time }} />;
}

const Title = styled.h3`
  ${itemTitle}
  padding-block: ${space[16]} ${space[4]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Row = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]} ${space[12]};
  padding-block: ${space[8]};

  &:not(:last-child) {
    border-block-end: ${size.hairline} solid ${color.line};
  }
`;

const Facts = styled.p`
  ${smallText}
  display: flex;
  flex-wrap: wrap;
  column-gap: ${space[12]};
  color: ${color.inkSoft};
`;

const This = styled.span`
  color: ${color.positive};
`;

const Actions = styled.div`
  display: flex;
  margin-inline: auto calc(-1 * ${space[16]});
`;
