// The switch that also stores a new timer as a preset.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../../components/page/texts';
import { Switch } from '../../components/forms/switch';
import { space } from '../../styles/theme';
import { mostPresets, usePresets } from './presets';

interface PresetFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function PresetField({ checked, onChange }: PresetFieldProps) {
  const { formatMessage } = useIntl();
  const { presets } = usePresets();
  if (presets.length >= mostPresets) {
    return (
      <SmallPrint>
        <FormattedMessage id="presets.full" values={{ count: mostPresets }} />
      </SmallPrint>
    );
  }
  return (
    <Row>
      <span aria-hidden="true">
        <FormattedMessage id="presets.keep" />
      </span>
      <Switch label={formatMessage({ id: 'presets.keep' })} checked={checked} onChange={onChange} />
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]};
`;
