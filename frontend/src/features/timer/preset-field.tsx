// The switch that also stores a new timer as a preset.
import { useIntl } from 'react-intl';
import { SmallPrint } from '../../components/page/texts';
import { Switch, SwitchRow } from '../../components/forms/switch';
import { mostPresets, usePresets } from './presets';

interface PresetFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function PresetField({ checked, onChange }: PresetFieldProps) {
  const { formatMessage } = useIntl();
  const { presets } = usePresets();
  if (presets.length >= mostPresets) {
    return <SmallPrint>{formatMessage({ id: 'presets.full' }, { count: mostPresets })}</SmallPrint>;
  }
  return (
    <SwitchRow>
      <span aria-hidden="true">{formatMessage({ id: 'presets.keep' })}</span>
      <Switch label={formatMessage({ id: 'presets.keep' })} checked={checked} onChange={onChange} />
    </SwitchRow>
  );
}
