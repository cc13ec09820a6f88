// Changes the account's password, which signs out all other browsers.
import { useState } from 'react';
import { useFormik } from 'formik';
import { useIntl } from 'react-intl';
import { SmallPrint } from '../../components/page/texts';
import { changePassword } from '../../identity/account';
import { ProblemError } from '../../api/problem-error';
import type { User } from '../../model/types';
import { DialogForm } from '../../components/forms/dialog-form';
import { useToasts } from '../../components/dialogs/toasts';
import { passwordMin, passwordSchema, PasswordField } from './credentials-form';
import { failureText } from './failure-text';
import { Column } from '../../components/page/column';

interface PasswordFormProps {
  readonly user: User;
  readonly onCancel: () => void;
  readonly onChanged: () => void;
}

/** What the server refused; shown until the field changes. */
interface Refusal {
  readonly field: 'present' | 'next';
  readonly typed: string;
  readonly text: string;
}

export function PasswordForm({ user, onCancel, onChanged }: PasswordFormProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const form = useFormik({
    initialValues: { present: '', next: '' },
    validationSchema: passwordSchema(intl),
    onSubmit: async ({ present, next }) => {
      try {
        await changePassword(present, next);
      } catch (failure) {
        const isWrong = failure instanceof ProblemError && failure.status === 401;
        const isRefused = failure instanceof ProblemError && failure.status === 422;
        const text = isWrong
          ? formatMessage({ id: 'account.wrongPassword' })
          : failureText(intl, failure);
        if (isWrong) setRefusal({ field: 'present', typed: present, text });
        if (isRefused) setRefusal({ field: 'next', typed: next, text });
        const title = formatMessage({ id: 'account.passwordChangeFailed' });
        toasts.showFailure(title, text);
        return;
      }
      toasts.show({
        title: formatMessage({ id: 'account.passwordChanged' }),
        text: formatMessage({ id: 'account.othersSignedOut' }),
      });
      onChanged();
    },
  });
  const { values, errors, touched } = form;

  function errorOf(field: 'present' | 'next'): string | undefined {
    if (refusal?.field === field && refusal.typed === values[field]) return refusal.text;
    return touched[field] === true || values[field] !== '' ? errors[field] : undefined;
  }

  return (
    <DialogForm
      onSubmit={form.handleSubmit}
      busy={form.isSubmitting}
      onCancel={onCancel}
      submitText="account.changePassword"
      busyText="account.changingPassword"
    >
      <Column $gap={16}>
        {/* Password managers need the name to know whose password changes. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label={formatMessage({ id: 'account.presentPassword' })}
          hint={undefined}
          autoComplete="current-password"
          required
          {...form.getFieldProps('present')}
          error={errorOf('present')}
        />
        <PasswordField
          label={formatMessage({ id: 'account.newPassword' })}
          hint={formatMessage({ id: 'account.passwordHint' }, { min: passwordMin })}
          autoComplete="new-password"
          required
          {...form.getFieldProps('next')}
          error={errorOf('next')}
        />
        <SmallPrint>{formatMessage({ id: 'account.passwordChangeNote' })}</SmallPrint>
      </Column>
    </DialogForm>
  );
}
