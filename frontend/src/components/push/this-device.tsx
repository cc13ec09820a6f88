// Push on this device: its state, the button that turns it on, and what is in the way.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint, Warning } from '../page/texts';
import { askForDevicesAgain, turnOn, type TurnedOn } from '../../push/push-devices';
import type { PushDevice } from '../../model/types';
import { platform, pushSupport, suspendsHiddenTabs } from '../../push/push-support';
import type { MessageId } from '../../i18n/messages';
import { ringsForMs } from '../../sound/ring-settings';
import { color } from '../../styles/theme';
import { Button } from '../forms/button';
import { HomeScreenGuide } from './home-screen-guide';

interface ThisDeviceProps {
  /** Null if the server has no push. */
  readonly serverKey: string | null;
  /** This device in the server's list. */
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

const State = styled.p`
  &[data-state='active'] {
    color: ${color.positive};
  }

  &[data-state='failing'] {
    color: ${color.warning};
  }
`;
