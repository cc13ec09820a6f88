// A labelled check box with a hint below it.
import { useId } from 'react';
import styled from 'styled-components';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

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
