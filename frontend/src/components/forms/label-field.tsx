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
      // `maxLength` counts UTF-16 code units; a label that is too long gets an error instead of being cut.
      maxLength={2 * labelLimit}
      autoComplete="off"
      dir="auto"
      {...props}
    />
  );
}
