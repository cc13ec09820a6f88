// Rings with the site closed: push on this device, the list of devices, and the channels of the account.
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Download } from 'lucide-react';
import styled from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { askForDevicesAgain, usePush, setLabelsHidden } from '../../push/push-devices';
import type { Channel } from '../../push/channels';
import { suspendsHiddenTabs, ringDeviceId } from '../../push/push-support';
import { useSiteConfig } from '../../browser/site-config';
import { useStoredValue } from '../../browser/stored-value';
import type { WorkerNews } from '../../push/worker-talk';
import { size, space, icon } from '../../styles/theme';
import { Dialog } from '../dialogs/dialog';
import { Skeleton } from '../lists/skeleton';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { DeviceList, ThisDevice } from './devices';
import { LoadFailed, Channels, channelName } from './channels/channels';
import { Column } from '../page/page-column';
import { SmallPrint } from '../page/texts';
import { useToasts } from '../dialogs/toasts';
import { Switch, SwitchRow } from '../forms/switch';
import { install, useCanInstall } from '../../push/install-prompt';
import { Button } from '../forms/button';

interface PushDialogProps {
  readonly onClose: () => void;
}

const ChannelForm = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "channel-form" */ './channels/channel-form')).ChannelForm,
);

/** The form that is shown instead of the lists: of a channel, or of a new one. */
type Form = { readonly channel: Channel | undefined } | null;

export function PushDialog({ onClose }: PushDialogProps) {
  const { formatMessage } = useIntl();
  const { offer, devices, error } = usePush();
  const { serviceWorker } = useSiteConfig();
  const ownId = useStoredValue(ringDeviceId, null);
  const own = devices?.find(({ id }) => id === ownId);
  const [form, setForm] = useState<Form>(null);
  /** Whose form was closed. */
  const [backFrom, setBackFrom] = useState<Form>(null);
  useEffect(followWorker, []);

  if (form !== null) {
    const { channel } = form;
    const title =
      channel === undefined
        ? formatMessage({ id: 'channels.add' })
        : formatMessage({ id: 'channels.editName' }, { name: channelName(channel) });
    return (
      <Dialog title={title} onClose={onClose} begins="field">
        <ChannelForm
          channel={channel}
          onDone={() => {
            setBackFrom(form);
            setForm(null);
          }}
        />
      </Dialog>
    );
  }

  return (
    <Dialog title={formatMessage({ id: 'push.title' })} onClose={onClose}>
      <Column $gap={16}>
        <p>{formatMessage({ id: 'push.intro' })}</p>
        {suspendsHiddenTabs() && own === undefined && (
          <p>{formatMessage({ id: 'push.suspends' })}</p>
        )}
        {offer === undefined || (offer.enabled && devices === undefined) ? (
          error === undefined ? (
            <Skeleton $width="100%" $height={size.touch} />
          ) : (
            <LoadFailed onRetry={askForDevicesAgain} />
          )
        ) : (
          <ThisDevice
            serverKey={offer.enabled && serviceWorker !== 'off' ? offer.publicKey : null}
            own={own}
          />
        )}
        <InstallOffer />
        {devices !== undefined && devices.length > 0 && (
          <DeviceList devices={devices} ownId={ownId} />
        )}
        {own !== undefined && <HideLabels isHidden={own.hideLabels} />}
        <Channels
          backFrom={backFrom}
          formReach={preloadOnHoverOrFocus(ChannelForm)}
          onForm={(channel) => {
            whenLoaded(ChannelForm, () => {
              setForm({ channel });
            });
          }}
        />
      </Column>
    </Dialog>
  );
}

/** The worker answers the first push, which changes the list. */
function followWorker() {
  if (!('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const onMessage = ({ data }: MessageEvent<Partial<WorkerNews>>) => {
    if (data.tells === 'confirmed') askForDevicesAgain();
  };
  return onEvents(serviceWorker, ['message'], onMessage);
}

function HideLabels({ isHidden }: { readonly isHidden: boolean }) {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
  /** The choice, until the server has it. */
  const [chosen, setChosen] = useState<boolean | null>(null);

  async function choose(hides: boolean) {
    if (chosen !== null) return;
    setChosen(hides);
    try {
      await setLabelsHidden(hides);
    } catch {
      toasts.showFailure(formatMessage({ id: 'push.changeFailed' }));
    }
    setChosen(null);
  }

  return (
    <SwitchRow>
      <div>
        <p>{formatMessage({ id: 'push.hideLabels' })}</p>
        <SmallPrint>{formatMessage({ id: 'push.hideLabelsHint' })}</SmallPrint>
      </div>
      <Switch
        label={formatMessage({ id: 'push.hideLabels' })}
        checked={chosen ?? isHidden}
        onChange={(hides) => void choose(hides)}
      />
    </SwitchRow>
  );
}

/** Offers to install the site where the browser can: the permission of an installed app lasts. */
function InstallOffer() {
  const { formatMessage } = useIntl();
  if (!useCanInstall()) return null;
  return (
    <Offer>
      <SmallPrint>{formatMessage({ id: 'push.installWhy' })}</SmallPrint>
      <Button
        onClick={() => {
          install().catch((failure: unknown) => {
            console.warn('the site could not be installed:', failure);
          });
        }}
      >
        <Download {...icon.medium} />
        {formatMessage({ id: 'push.install' })}
      </Button>
    </Offer>
  );
}

const Offer = styled.div`
  display: grid;
  gap: ${space[8]};
  justify-items: start;
`;
