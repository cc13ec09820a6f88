// Whether this browser's data are handed over to the account, and what happens to them otherwise.
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface BringFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function BringField({ checked, onChange }: BringFieldProps) {
  const id = useId();
  return (
    <div>
      <Label>
        <Box
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        <FormattedMessage id="account.bring" />
      </Label>
      <Note id={id}>
        <FormattedMessage id="account.bringStays" />
      </Note>
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

const Box = styled.input`
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
