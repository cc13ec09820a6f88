// Signing in and creating an account: one form with two modes, which keep what was typed; its fields, the server's
// rules for names and passwords, and what a refusal says.
import { useEffect, useRef, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { useFormik } from 'formik';
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { Eye, EyeOff } from 'lucide-react';
import { object, string, type InferType } from 'yup';
import { useRows } from '../../rows/lists';
import { SmallPrint } from '../../components/page/texts';
import { register, signIn } from '../../identity/account';
import type { Credentials } from '../../model/types';
import { useSiteConfig } from '../../browser/site-config';
import { Button, IconButton } from '../../components/forms/button';
import { CheckField } from '../../components/forms/switch';
import { DialogForm } from '../../components/forms/dialog-form';
import { TextField, Input, Labelled } from '../../components/forms/field';
import { useToasts } from '../../components/dialogs/toasts';
import { color, size, space, icon } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { Column } from '../../components/page/page-column';
import type { MessageId } from '../../i18n/messages';
import { ProblemError } from '../../api/problem-error';
import { lengthInPhrase } from '../../i18n/duration-text';

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
    const isValidated = touched[field] === true || (mode === 'register' && values[field] !== '');
    return isValidated ? errors[field] : undefined;
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
  const { rows: alarms } = useRows('alarms');
  const { rows: timers } = useRows('timers');
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

type CredentialsMode = 'sign in' | 'register';

/** `other` is the link to the other mode. */
const credentialsWords = {
  'sign in': {
    submit: 'account.signIn',
    busy: 'account.signingIn',
    doneTitle: 'account.signedInTitle',
    doneText: 'account.signedInText',
    failed: 'account.signInFailed',
    otherQuestion: 'account.isNew',
    other: 'account.toRegister',
  },
  register: {
    submit: 'account.register',
    busy: 'account.registering',
    doneTitle: 'account.registeredTitle',
    doneText: 'account.registeredText',
    failed: 'account.registerFailed',
    otherQuestion: 'account.isKnown',
    other: 'account.toSignIn',
  },
} as const satisfies Record<CredentialsMode, Record<string, MessageId>>;

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

const usernameLimits = { min: 3, max: 64 } as const;
export const passwordMin = 6;
/** In bytes of UTF-8, because hashing time grows with the length. */
const passwordMaxBytes = 512;

/** The rules, with messages in the reader's language. */
export function credentialsSchema({ formatMessage }: IntlShape) {
  return object({
    username: string()
      .default('')
      .test(
        'long enough',
        formatMessage({ id: 'account.usernameTooShort' }, usernameLimits),
        (name) => characters(name.trim()) >= usernameLimits.min,
      )
      .test(
        'short enough',
        formatMessage({ id: 'account.usernameTooLong' }, usernameLimits),
        (name) => characters(name.trim()) <= usernameLimits.max,
      ),
    password: newPassword(formatMessage),
  });
}

export function passwordSchema({ formatMessage }: IntlShape) {
  return object({
    present: string().default(''),
    next: newPassword(formatMessage),
  });
}

function newPassword(formatMessage: IntlShape['formatMessage']) {
  return string()
    .default('')
    .test(
      'long enough',
      formatMessage({ id: 'account.passwordTooShort' }, { min: passwordMin }),
      (password) => scalarValues(password) >= passwordMin,
    )
    .test(
      'short enough',
      formatMessage({ id: 'account.passwordTooLong' }),
      (password) => new TextEncoder().encode(password.normalize('NFC')).length <= passwordMaxBytes,
    );
}

type CredentialsFields = InferType<ReturnType<typeof credentialsSchema>>;

/** Counted as the server does: without the joiners that some languages need. */
function characters(name: string): number {
  return scalarValues(name.replaceAll(/\p{Join_Control}/gu, ''));
}

function scalarValues(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

type CredentialsField = 'username' | 'password';

export function failureText(intl: IntlShape, failure: unknown): string {
  const { formatMessage } = intl;
  if (!(failure instanceof ProblemError)) return formatMessage({ id: 'account.unreachable' });
  switch (failure.status) {
    case 401:
      return formatMessage({ id: 'account.wrongPair' });
    case 403:
      return formatMessage({ id: 'account.registrationClosed' });
    case 409:
      return formatMessage({ id: isFull(failure) ? 'account.full' : 'account.usernameTaken' });
    case 422:
      return formatMessage({
        id: 'username' in failure.errors ? 'account.usernameRefused' : 'account.passwordTooEasy',
      });
    case 429: {
      const seconds = Math.max(1, Math.ceil((failure.retryAfterMs ?? 0) / 1000));
      return formatMessage({ id: 'account.tooMany' }, { duration: lengthInPhrase(intl, seconds) });
    }
    default:
      return formatMessage({ id: 'account.unreachable' });
  }
}

/** The field that the server refused; null if the failure is not about a field. */
function refusedField(failure: unknown): CredentialsField | null {
  if (!(failure instanceof ProblemError)) return null;
  const { status, errors } = failure;
  if (isFull(failure)) return null;
  if (status === 409 || (status === 422 && 'username' in errors)) return 'username';
  return status === 401 || status === 422 ? 'password' : null;
}

/** Whether the account has no room for the alarms and timers that were to be brought. */
function isFull({ problem }: ProblemError): boolean {
  return problem?.type === '/problems/full';
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
