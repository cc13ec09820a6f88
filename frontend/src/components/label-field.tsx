// The optional label of an alarm or a timer.
import type { InputHTMLAttributes } from 'react';
import { useIntl } from 'react-intl';
import { TextField } from './field';

/** Longest label, in characters. */
export const labelLimit = 100;

type LabelFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  readonly error: string | undefined;
};

export function LabelField(props: LabelFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <TextField
      label={formatMessage({ id: 'field.label' })}
      maxLength={labelLimit}
      autoComplete="off"
      dir="auto"
      {...props}
    />
  );
}
