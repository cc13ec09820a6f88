// What is on or off: a switch with a label, and a labelled check box with a hint below it.
import styled from 'styled-components';
import { useId } from 'react';
import { partSize } from '../../styles/screens';
import { color, motion, radius, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface SwitchProps {
  /** What the switch turns on, for assistive technology. */
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <Target
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      onClick={() => {
        onChange(!checked);
      }}
    >
      <Track>
        <Thumb />
      </Track>
    </Target>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div>
      <Label>
        <CheckBox
          type="checkbox"
          checked={checked}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        {label}
      </Label>
      {hint !== undefined && <Note id={id}>{hint}</Note>}
    </div>
  );
}

/** What a switch turns on in words, and the switch. */
export const SwitchRow = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]};
`;

const Track = styled.span`
  display: flex;
  align-items: center;
  inline-size: ${partSize.switchWidth};
  block-size: ${partSize.switchHeight};
  padding-inline: ${space[2]};
  border: ${size.hairline} solid ${color.controlLine};
  border-radius: ${radius.full};
  background: ${color.line};
  transition: background ${motion.quick};
`;

const Thumb = styled.span`
  inline-size: ${partSize.switchThumb};
  block-size: ${partSize.switchThumb};
  border-radius: ${radius.full};
  background: ${color.surface};
  box-shadow: 0 0 0 ${size.hairline} ${color.controlLine};
  transition: margin ${motion.quick};
`;

const Target = styled.button`
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

  &[aria-checked='true'] ${Track} {
    border-color: ${color.accent};
    background: ${color.accent};
  }

  &[aria-checked='true'] ${Thumb} {
    margin-inline-start: calc(
      ${partSize.switchWidth} - ${partSize.switchThumb} - ${space[4]} - ${size.stroke}
    );
    background: ${color.onAccent};
    box-shadow: none;
  }
`;

const Label = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-block-size: ${size.touch};
  line-height: 1.4;
  cursor: pointer;
`;

export const CheckBox = styled.input`
  flex: none;
  inline-size: ${size.icon};
  block-size: ${size.icon};
  margin: 0;
  accent-color: ${color.accent};
`;

const Note = styled.p`
  ${smallText}
  padding-inline-start: calc(${size.icon} + ${space[12]});
  color: ${color.inkSoft};
`;
