// The button for rings with the site closed, below a list. Its dialog is loaded when the pointer or the focus reaches
// it.
import { useEffect, useState } from 'react';
import { BellRing } from 'lucide-react';
import { FormattedMessage, RawIntlProvider, useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { useAlarms } from '../../rows/alarms';
import { useTimers } from '../../rows/timers';
import { ringDeviceId } from '../../push/ring-device-id';
import { useStoredValue } from '../../browser/stored-value';
import { intlWithLatinDigits } from '../../i18n/latin-digits';
import { loadMessages } from '../../i18n/messages';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { icon } from '../../styles/icons';
import { space } from '../../styles/theme';
import { Button } from '../forms/button';
import { onRowThatNeedsNotifications } from './notification-request';

const PushDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "push-dialog" */ './push-dialog')).PushDialog,
);

export function RingOffer() {
  const { locale } = useIntl();
  const isOn = useStoredValue(ringDeviceId, null) !== null;
  const [shown, setShown] = useState<IntlShape | null>(null);
  const preload = async () => {
    const [messages] = await Promise.all([loadMessages(locale, 'push'), PushDialog.preload()]);
    return intlWithLatinDigits(locale, messages);
  };
  const open = () => {
    whenLoaded({ preload }, setShown);
  };
  const { alarms } = useAlarms();
  const { timers } = useTimers();
  // The new row may already be in its list.
  const isFirst = (alarms?.length ?? 0) + (timers?.length ?? 0) <= 1;
  useEffect(() =>
    onRowThatNeedsNotifications(() => {
      if (isFirst) open();
    }),
  );
  return (
    <Line>
      <Offer $kind="quiet" {...preloadOnHoverOrFocus({ preload })} onClick={open}>
        <BellRing {...icon.usual} />
        <FormattedMessage id={isOn ? 'push.isOn' : 'push.offer'} />
      </Offer>
      {shown !== null && (
        <RawIntlProvider value={shown}>
          <PushDialog
            onClose={() => {
              setShown(null);
            }}
          />
        </RawIntlProvider>
      )}
    </Line>
  );
}

const Line = styled.div`
  margin-block-start: ${space[16]};
`;

/** Its text is aligned with the page's edge. */
const Offer = styled(Button)`
  margin-inline-start: calc(-1 * ${space[16]});
  text-align: start;
`;
