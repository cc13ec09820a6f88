// The switch that also stores a new timer as a preset.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Switch } from '../../components/forms/switch';
import { color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
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
      <Full>
        <FormattedMessage id="presets.full" values={{ count: mostPresets }} />
      </Full>
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

const Full = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;
