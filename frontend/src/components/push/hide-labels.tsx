// Whether this device's notifications contain labels.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SmallPrint } from '../page/texts';
import { setLabelsHidden } from '../../push/push-devices';
import { useToasts } from '../dialogs/toasts';
import { Switch, SwitchRow } from '../forms/switch';

export function HideLabels({ isHidden }: { readonly isHidden: boolean }) {
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
