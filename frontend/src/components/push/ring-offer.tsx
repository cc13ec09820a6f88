// The button for rings with the site closed, below a list.
import { useEffect } from 'react';
import { BellRing } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useRows } from '../../rows/lists';
import { suspendsHiddenTabs, ringDeviceId } from '../../push/push-support';
import { useInBrowser } from '../../browser/in-browser';
import { useStoredValue } from '../../browser/stored-value';
import { lazyComponent } from '../../loading/lazy-component';
import { icon, phone, space } from '../../styles/theme';
import { hiddenWithoutPush } from '../../styles/hidden';
import { useDialogWithTexts } from '../dialogs/dialog-with-texts';
import { Button } from '../forms/button';
import { onRowThatNeedsNotifications } from '../forms/save-result';

const PushDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "push-dialog" */ './push-dialog')).PushDialog,
);

interface RingOfferProps {
  /** In the settings it is also the way to the channels of an account, which need no push. */
  readonly isInSettings?: boolean;
}

export function RingOffer({ isInSettings = false }: RingOfferProps) {
  const { formatMessage } = useIntl();
  const isOn = useStoredValue(ringDeviceId, null) !== null;
  const dialog = useDialogWithTexts('push', PushDialog);
  const { rows: alarms } = useRows('alarms');
  const { rows: timers } = useRows('timers');
  // The new row may already be in its list.
  const count = (alarms?.length ?? 0) + (timers?.length ?? 0);
  const isFirst = count <= 1;
  useEffect(() =>
    onRowThatNeedsNotifications(() => {
      if (isFirst) dialog.open();
    }),
  );
  const suspends = useInBrowser(suspendsHiddenTabs, false);
  return (
    <Line $isInSettings={isInSettings}>
      {!isInSettings && !isOn && count > 0 && (
        <span role="status">
          {formatMessage({ id: suspends ? 'home.frontText' : 'home.openText' })}
        </span>
      )}
      <Offer $kind="quiet" {...dialog.button}>
        <BellRing {...icon.medium} />
        {formatMessage({ id: isOn ? 'push.isOn' : 'push.offer' })}
      </Offer>
      {dialog.whileOpen(<PushDialog onClose={dialog.close} />)}
    </Line>
  );
}

const Line = styled.div<{ readonly $isInSettings: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[24]};
  margin-block-start: ${space[16]};
  ${({ $isInSettings }) => !$isInSettings && hiddenWithoutPush}

  /* Below the button, which does not move when the lists come. */
  ${phone} {
    > [role='status'] {
      order: 1;
    }
  }
`;

/** A button whose text is aligned with the page's edge. */
const Offer = styled(Button)`
  margin-inline-start: calc(-1 * ${space[16]});
  text-align: start;
`;
