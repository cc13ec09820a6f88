// The devices that ring with the site closed: this one, its state, the button that turns it on, and what is in the way;
// and the list of all.
import { useState, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Share, SquarePlus } from 'lucide-react';
import { SmallPrint, Warning } from '../page/texts';
import {
  askForDevicesAgain,
  turnOn,
  type TurnedOn,
  removeDevice,
  testDevice,
} from '../../push/push-devices';
import type { PushDevice } from '../../model/types';
import { platform, pushSupport, suspendsHiddenTabs } from '../../push/push-support';
import type { MessageId } from '../../i18n/messages';
import { ringsForMs } from '../../sound/ring-settings';
import { color, size, space, icon } from '../../styles/theme';
import { Button } from '../forms/button';
import { SiteMark } from '../page/site-icons';
import { dateTimeText, recordedDayText, useHourOptions } from '../../i18n/date-text';
import { itemTitle } from '../../styles/type';
import { useToasts } from '../dialogs/toasts';
import { Facts, Failing, InUse, NamedRows, RowActions, WrappingRow } from '../lists/named-rows';
import { deviceName } from './silent-devices';

interface ThisDeviceProps {
  /** Null if the server has no push. */
  readonly serverKey: string | null;
  readonly own: PushDevice | undefined;
}

const states: Readonly<Record<PushDevice['state'], MessageId>> = {
  pending: 'push.waiting',
  active: 'push.active',
  failing: 'push.failing',
};

const outcomes: Readonly<Record<Exclude<TurnedOn, 'on' | 'blocked'>, MessageId>> = {
  undecided: 'push.undecided',
  refused: 'push.refused',
  noService: 'push.noService',
  failed: 'push.failed',
};

const hints = {
  ios: 'push.iosHint',
  android: 'push.androidHint',
  desktop: 'push.desktopHint',
} as const satisfies Record<string, MessageId>;

/** Push on this device: its state, the button that turns it on, and what is in the way. */
export function ThisDevice({ serverKey, own }: ThisDeviceProps) {
  const { formatMessage, locale } = useIntl();
  const [outcome, setOutcome] = useState<TurnedOn>('on');
  const [busy, setBusy] = useState(false);
  const support = pushSupport();

  if (serverKey === null) {
    const rings = suspendsHiddenTabs() ? 'home.frontText' : 'home.openText';
    return <Missing texts={['push.serverOff', rings]} />;
  }
  if (support === 'insecure') return <Missing texts={['push.insecure']} />;
  if (support === 'none') return <Missing texts={['push.unsupported']} />;
  if (support === 'home-screen') return <HomeScreenGuide />;

  const isBlocked = Notification.permission === 'denied';
  async function press(key: string) {
    if (busy) return;
    setBusy(true);
    setOutcome(await turnOn(key, locale, ringsForMs() / 1000));
    askForDevicesAgain();
    setBusy(false);
  }

  return (
    <>
      {isBlocked ? (
        <Missing texts={[platform() === 'ios' ? 'push.blockedIos' : 'push.blocked']} />
      ) : (
        own !== undefined && (
          <State role="status" data-state={own.state}>
            {formatMessage({ id: states[own.state] })}
          </State>
        )
      )}
      {!isBlocked && (own === undefined || own.state === 'failing') && (
        <>
          <div>
            <Button $kind="primary" aria-disabled={busy} onClick={() => void press(serverKey)}>
              {formatMessage({ id: busy ? 'push.turningOn' : 'push.turnOn' })}
            </Button>
          </div>
          {outcome !== 'on' && outcome !== 'blocked' && (
            <Warning role="alert">{formatMessage({ id: outcomes[outcome] })}</Warning>
          )}
        </>
      )}
      <SmallPrint>{formatMessage({ id: hints[platform()] })}</SmallPrint>
    </>
  );
}

function Missing({ texts }: { readonly texts: readonly MessageId[] }) {
  const { formatMessage } = useIntl();
  return <Warning role="status">{texts.map((id) => formatMessage({ id })).join(' ')}</Warning>;
}

/** How to allow push on an iPhone or iPad: only apps on the Home Screen may use it. */
function HomeScreenGuide() {
  const { formatMessage } = useIntl();
  return (
    <>
      <p>{formatMessage({ id: 'push.iosIntro' })}</p>
      <Steps>
        <Step>
          <Share {...icon.large} />
          {formatMessage({ id: 'push.iosShare' })}
        </Step>
        <Step>
          <SquarePlus {...icon.large} />
          {formatMessage({ id: 'push.iosAdd' })}
        </Step>
        <Step>
          <SiteMark />
          {formatMessage({ id: 'push.iosOpen' })}
        </Step>
      </Steps>
      <SmallPrint>{formatMessage({ id: 'push.iosOwnData' })}</SmallPrint>
    </>
  );
}

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

const State = styled.p`
  &[data-state='active'] {
    color: ${color.positive};
  }

  &[data-state='failing'] {
    color: ${color.warning};
  }
`;

const Steps = styled.ol`
  display: grid;
  gap: ${space[12]};
`;

/** Begins with a picture of what to tap, all of one width. */
const Step = styled.li`
  display: grid;
  grid-template-columns: ${size.mark} 1fr;
  gap: ${space[12]};
  align-items: center;

  svg {
    justify-self: center;
  }
`;

const Title = styled.h3`
  ${itemTitle}
  padding-block: ${space[16]} ${space[4]};
  border-block-start: ${size.hairline} solid ${color.line};
`;
