// A password field with a button that shows the password.
import { useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '../../components/forms/button';
import { Input, Labelled } from '../../components/forms/field';
import { icon } from '../../styles/icons';
import { size } from '../../styles/theme';

type PasswordFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
};

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const { formatMessage } = useIntl();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ids) => (
        <Frame>
          <Secret
            {...input}
            {...ids}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <Toggle
            $kind="quiet"
            aria-label={formatMessage({ id: 'account.showPassword' })}
            aria-pressed={isShown}
            onClick={() => {
              setShown(!isShown);
            }}
          >
            <Icon {...icon.medium} />
          </Toggle>
        </Frame>
      )}
    </Labelled>
  );
}

const Frame = styled.div`
  position: relative;
`;

const Secret = styled(Input)`
  padding-inline-end: ${size.touch};
`;

const Toggle = styled(IconButton)`
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
`;
