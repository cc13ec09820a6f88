// The access token of an ntfy server, or the secret that signs messages to a webhook. A saved one is never shown.
import type { InputHTMLAttributes } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Channel } from '../../../push/channels';
import type { MessageId } from '../../../i18n/messages';
import { space } from '../../../styles/theme';
import { Button } from '../../forms/button';
import { CheckField } from '../../forms/check-field';
import { TextField } from '../../forms/field';
import { Column } from '../../page/column';

interface SecretFieldProps {
  readonly kind: Channel['kind'];
  /** Whether one is saved, and if so, whether it is kept for the address that is typed now. */
  readonly kept: 'none' | 'kept' | 'dropped';
  readonly field: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'name' | 'value' | 'onChange' | 'onBlur'
  >;
  readonly error: string | undefined;
  /** Whether the saved one is removed. */
  readonly removes: boolean;
  readonly onRemoves: (removes: boolean) => void;
  readonly onCreated: (secret: string) => void;
}

const labels = { ntfy: 'channels.token', webhook: 'channels.secret' } as const;
const hints = { ntfy: 'channels.tokenHint', webhook: 'channels.secretHint' } as const;

export function SecretField(props: SecretFieldProps) {
  const { kind, kept, field, error, removes, onRemoves, onCreated } = props;
  const { formatMessage } = useIntl();
  const isEmpty = field.value === '';
  return (
    <Column $gap={4}>
      <TextField
        label={formatMessage({ id: labels[kind] })}
        hint={formatMessage({ id: hintOf(kind, isEmpty ? kept : 'none') })}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        {...field}
        error={error}
      />
      {kind === 'webhook' && isEmpty && (
        <Create
          $kind="quiet"
          onClick={() => {
            onCreated(newSecret());
          }}
        >
          {formatMessage({ id: 'channels.createSecret' })}
        </Create>
      )}
      {kept === 'kept' && isEmpty && (
        <CheckField
          label={formatMessage({ id: 'channels.removeSecret' })}
          checked={removes}
          onChange={onRemoves}
        />
      )}
    </Column>
  );
}

/** A secret as Standard Webhooks writes it, of 256 random bits. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

function hintOf(kind: Channel['kind'], kept: SecretFieldProps['kept']): MessageId {
  if (kept === 'kept') return 'channels.secretKept';
  return kept === 'dropped' ? 'channels.secretDropped' : hints[kind];
}

/** A button whose text is aligned with the field. */
const Create = styled(Button)`
  justify-self: start;
  margin-inline-start: calc(-1 * ${space[16]});
`;
