// An on/off switch.
//
// Put together from Radix's parts without the input that its whole switch hides behind itself for forms: prerendered,
// that has a style attribute, which the content security policy does not let in.
import { Switch as Primitive } from 'radix-ui';
import styled from 'styled-components';
import { color, motion, radius, size, space } from '../styles/theme';

interface SwitchProps {
  /** What the switch turns on, for assistive technology. */
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <Primitive.unstable_Provider checked={checked} onCheckedChange={onChange}>
      <Target aria-label={label}>
        <Track>
          <Thumb />
        </Track>
      </Target>
    </Primitive.unstable_Provider>
  );
}

const Track = styled.span`
  display: flex;
  align-items: center;
  inline-size: ${size.switchWidth};
  block-size: ${size.switchHeight};
  padding-inline: ${space[2]};
  border: ${size.hairline} solid ${color.controlLine};
  border-radius: ${radius.full};
  background: ${color.line};
  transition: background ${motion.quick};
`;

const Thumb = styled(Primitive.Thumb)`
  inline-size: ${size.switchThumb};
  block-size: ${size.switchThumb};
  border-radius: ${radius.full};
  background: ${color.surface};
  box-shadow: 0 0 0 ${size.hairline} ${color.controlLine};
  transition: margin ${motion.quick};
`;

const Target = styled(Primitive.unstable_Trigger)`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  min-inline-size: ${size.touch};
  min-block-size: ${size.touch};
  padding: 0;
  border: 0;
  border-radius: ${radius.full};
  background: none;

  &[data-state='checked'] ${Track} {
    border-color: ${color.accent};
    background: ${color.accent};
  }

  &[data-state='checked'] ${Thumb} {
    margin-inline-start: calc(
      ${size.switchWidth} - ${size.switchThumb} - ${space[4]} - ${size.stroke}
    );
    background: ${color.onAccent};
    box-shadow: none;
  }
`;
