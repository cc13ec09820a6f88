// The confirmation before this browser's data are deleted.
import { useState, type SyntheticEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { forgetBrowser } from '../../identity/account';
import type { User } from '../../model/types';
import { DialogForm } from '../../components/forms/dialog-form';
import { useToasts } from '../../components/dialogs/toasts';
import { useOwnSound } from '../../sound/own-sound';
import { color, size, space } from '../../styles/theme';
import { failureText } from './failure-text';
import { Column } from '../../components/page/column';

interface ForgetFormProps {
  readonly user: User | null;
  readonly onCancel: () => void;
  readonly onForgotten: () => void;
}

export function ForgetForm({ user, onCancel, onForgotten }: ForgetFormProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const ownSound = useOwnSound();

  async function forget(event: SyntheticEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await forgetBrowser();
    } catch (failure) {
      setBusy(false);
      toasts.showFailure(formatMessage({ id: 'account.forgetFailed' }), failureText(intl, failure));
      return;
    }
    toasts.show({
      title: formatMessage({ id: 'account.forgottenTitle' }),
      text: formatMessage({ id: 'account.forgottenText' }),
    });
    onForgotten();
  }

  return (
    <DialogForm
      onSubmit={(event) => void forget(event)}
      busy={busy}
      onCancel={onCancel}
      submitText="account.forgetAll"
      busyText="account.forgetting"
    >
      <Column $gap={16}>
        <p>{formatMessage({ id: 'account.forgetText' })}</p>
        {ownSound && <p>{formatMessage({ id: 'account.forgetSound' })}</p>}
        {user !== null && (
          <Warning>
            <FormattedMessage
              id="account.forgetAccount"
              values={{ username: <bdi key="name">{user.username}</bdi> }}
            />
          </Warning>
        )}
        <p>{formatMessage({ id: 'account.forgetKeeps' })}</p>
      </Column>
    </DialogForm>
  );
}

const Warning = styled.p`
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.accent};
  overflow-wrap: anywhere;
`;
