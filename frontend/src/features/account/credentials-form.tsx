// Signing in and creating an account: one form with two modes, which keep what was typed.
import { useEffect, useRef, useState } from 'react';
import { useFormik } from 'formik';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../../components/page/texts';
import { register, signIn } from '../../identity/account';
import { useAlarms } from '../../rows/alarms';
import { useTimers } from '../../rows/timers';
import type { Credentials } from '../../model/types';
import { useSiteConfig } from '../../browser/site-config';
import { Button } from '../../components/forms/button';
import { CheckField } from '../../components/forms/check-field';
import { DialogForm } from '../../components/forms/dialog-form';
import { TextField } from '../../components/forms/field';
import { useToasts } from '../../components/dialogs/toasts';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { credentialsWords, type CredentialsMode } from './credentials-words';
import type { CredentialsFields } from './credentials-schema';
import { credentialsSchema, passwordMin, usernameLimits } from './credentials-schema';
import { failureText, refusedField, type CredentialsField } from './failure-text';
import { PasswordField } from './password-field';
import { Column } from '../../components/page/column';

/** What the server refused, and why; shown until something else is typed. */
interface Refusal {
  readonly field: CredentialsField;
  readonly text: string;
  readonly credentials: Credentials;
}

export function CredentialsForm({ onClose }: { readonly onClose: () => void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [mode, setMode] = useState<CredentialsMode>('sign in');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // The data here may be somebody else's, so they are handed over only if the visitor asks for it; otherwise they are
  // back after signing out.
  const [bring, setBring] = useState(false);
  const { registration } = useSiteConfig();
  const ownsRows = useOwnsRows();
  const words = credentialsWords[mode];

  const form = useFormik<CredentialsFields>({
    initialValues: { username: '', password: '' },
    validationSchema: credentialsSchema(intl),
    onSubmit: async (credentials) => {
      try {
        await (mode === 'sign in' ? signIn(credentials, bring && ownsRows) : register(credentials));
      } catch (failure) {
        const text = failureText(intl, failure);
        const field = refusedField(failure);
        if (field !== null) setRefusal({ field, text, credentials });
        toasts.showFailure(formatMessage({ id: words.failed }), text);
        return;
      }
      toasts.show({
        title: formatMessage({ id: words.doneTitle }),
        text: formatMessage({ id: words.doneText }),
      });
      onClose();
    },
  });
  const { values, errors, touched } = form;
  const fields = useFocusOnRefused(form.isSubmitting);

  /** A new name or password is validated while typing, a known one on blur. */
  function errorOf(field: CredentialsField): string | undefined {
    if (refusal !== null && refusal.field === field && stillTyped(refusal, values))
      return refusal.text;
    const isJudged = touched[field] === true || (mode === 'register' && values[field] !== '');
    return isJudged ? errors[field] : undefined;
  }

  return (
    <Column $gap={24} ref={fields}>
      <p>{formatMessage({ id: 'account.why' })}</p>
      <DialogForm
        onSubmit={form.handleSubmit}
        busy={form.isSubmitting}
        onCancel={onClose}
        submitText={words.submit}
        busyText={words.busy}
      >
        <TextField
          label={formatMessage({ id: 'account.username' })}
          hint={
            mode === 'register'
              ? formatMessage({ id: 'account.usernameTooShort' }, usernameLimits)
              : undefined
          }
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          required
          {...form.getFieldProps('username')}
          error={errorOf('username')}
        />
        <PasswordField
          label={formatMessage({ id: 'account.password' })}
          hint={
            mode === 'register'
              ? formatMessage({ id: 'account.passwordHint' }, { min: passwordMin })
              : undefined
          }
          autoComplete={mode === 'register' ? 'new-password' : 'current-password'}
          required
          {...form.getFieldProps('password')}
          error={errorOf('password')}
        />
        {ownsRows &&
          (mode === 'register' ? (
            <SmallPrint>{formatMessage({ id: 'account.registerKeeps' })}</SmallPrint>
          ) : (
            <CheckField
              label={formatMessage({ id: 'account.bring' })}
              hint={formatMessage({ id: 'account.bringStays' })}
              checked={bring}
              onChange={setBring}
            />
          ))}
      </DialogForm>
      {registration === 'off' ? (
        <SmallPrint>{formatMessage({ id: 'account.registrationClosed' })}</SmallPrint>
      ) : (
        <Other>
          {formatMessage({ id: words.otherQuestion })}
          <Button
            $kind="quiet"
            aria-disabled={form.isSubmitting}
            onClick={() => {
              if (form.isSubmitting) return;
              setRefusal(null);
              setMode(mode === 'register' ? 'sign in' : 'register');
            }}
          >
            {formatMessage({ id: words.other })}
          </Button>
        </Other>
      )}
    </Column>
  );
}

/** Whether this browser may own anything to hand over; unknown lists may contain something. */
function useOwnsRows(): boolean {
  const { alarms } = useAlarms();
  const { timers } = useTimers();
  return alarms?.length !== 0 || timers?.length !== 0;
}

/** Focuses the first invalid field, as soon as the form or the server has found one. */
function useFocusOnRefused(isSubmitting: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting) {
      fields.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
    }
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting]);
  return fields;
}

/** A wrong pair may become right by changing either field, a taken name only by another name. */
function stillTyped({ field, credentials }: Refusal, values: Credentials): boolean {
  return (
    credentials.username === values.username &&
    (field === 'username' || credentials.password === values.password)
  );
}

const Other = styled.p`
  ${smallText}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  column-gap: ${space[4]};
  color: ${color.inkSoft};

  button {
    padding-inline: ${space[8]};
    text-decoration: underline;
    text-underline-offset: ${space[4]};
    text-decoration-thickness: ${size.hairline};
    color: ${color.ink};
  }
`;
