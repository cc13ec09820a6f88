// The optional label of an alarm or a timer.
import type { InputHTMLAttributes } from 'react';
import { useIntl } from 'react-intl';
import { TextField } from './field';
import { labelLimit } from './label-rule';

type LabelFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  readonly error: string | undefined;
};

export function LabelField(props: LabelFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <TextField
      label={formatMessage({ id: 'field.label' })}
      // The browser counts halves of characters; what is too long is told rather than cut.
      maxLength={2 * labelLimit}
      autoComplete="off"
      dir="auto"
      {...props}
    />
  );
}
