// The signed-in account: its name, the last visit, its password, and the browsers that are signed in to it, each of
// which can be signed out.
import { useEffect, useRef, useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { useFormik } from 'formik';
import { SmallPrint, ItemTitle } from '../../components/page/texts';
import {
  signOut,
  endSession,
  signOutEverywhere,
  useSessions,
  changePassword,
} from '../../identity/account';
import type { User, AccountSession } from '../../model/types';
import { Button } from '../../components/forms/button';
import { useToasts } from '../../components/dialogs/toasts';
import { dateTimeText, useHourOptions, recordedDayText } from '../../i18n/date-text';
import { color, size, space } from '../../styles/theme';
import { leadText } from '../../styles/type';
import { failureText, passwordMin, passwordSchema, PasswordField } from './credentials-form';
import { useAccountAction } from './use-account-action';
import { Column } from '../../components/page/page-column';
import { Facts, InUse, NamedRow, NamedRows } from '../../components/lists/named-rows';
import type { MessageId } from '../../i18n/messages';
import { ProblemError } from '../../api/problem-error';
import { DialogForm } from '../../components/forms/dialog-form';

interface SignedInProps {
  readonly user: User;
  /** What was cancelled; the focus returns to its button. */
  readonly cancelled: 'password' | 'sign-out' | null;
  readonly onPassword: () => void;
  /** Changes could not be sent, so nobody is signed out yet. */
  readonly onUnsaved: (count: number) => void;
  readonly onSignedOut: () => void;
}

export function SignedIn(props: SignedInProps) {
  const { user, cancelled, onPassword, onUnsaved, onSignedOut } = props;
  const intl = useIntl();
  const { formatMessage } = intl;
  const hours = useHourOptions();
  const { busy, leave } = useSignOut({ onUnsaved, onSignedOut });
  const password = useRef<HTMLButtonElement>(null);
  const signOutButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (cancelled === 'password') password.current?.focus();
    if (cancelled === 'sign-out') signOutButton.current?.focus();
  }, [cancelled]);

  return (
    <Column $gap={16}>
      <AccountFacts>
        <Fact>
          <SmallPrint as="dt">{formatMessage({ id: 'account.username' })}</SmallPrint>
          <Name>
            <bdi>{user.username}</bdi>
          </Name>
        </Fact>
        <Fact>
          <SmallPrint as="dt">{formatMessage({ id: 'account.lastVisited' })}</SmallPrint>
          <dd>{dateTimeText(intl, user.lastVisited, 'long', hours)}</dd>
        </Fact>
      </AccountFacts>
      <p>{formatMessage({ id: 'account.shared' })}</p>
      <Actions>
        <Button
          ref={signOutButton}
          aria-disabled={busy}
          onClick={() => {
            leave({ anyway: false });
          }}
        >
          {formatMessage({ id: 'account.signOut' })}
        </Button>
        <Button ref={password} onClick={onPassword}>
          {formatMessage({ id: 'account.changePassword' })}
        </Button>
      </Actions>
      <SmallPrint>{formatMessage({ id: 'account.signOutNote' })}</SmallPrint>
    </Column>
  );
}

interface SignOutProps {
  readonly onUnsaved: (count: number) => void;
  readonly onSignedOut: () => void;
}

function useSignOut({ onUnsaved, onSignedOut }: SignOutProps) {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
  const { busy, run } = useAccountAction('account.signOutFailed');
  const leave = (options: { readonly anyway: boolean }) => {
    run(async () => {
      const { result, unsaved } = await signOut(options);
      if (result === 'unsaved') {
        onUnsaved(unsaved);
        return;
      }
      if (result === 'signed out') {
        toasts.show({
          title: formatMessage({ id: 'account.signedOutTitle' }),
          text:
            unsaved > 0
              ? formatMessage({ id: 'account.signedOutUnsaved' }, { count: unsaved })
              : formatMessage({ id: 'account.signedOutText' }),
        });
      }
      onSignedOut();
    });
  };
  return { busy, leave };
}

interface UnsavedFormProps {
  /** How many changes would be lost. */
  readonly count: number;
  readonly onCancel: () => void;
  readonly onSignedOut: () => void;
}

/** Asks whether to sign out although changes could not be sent. */
export function UnsavedForm({ count, onCancel, onSignedOut }: UnsavedFormProps) {
  const { formatMessage } = useIntl();
  const { busy, leave } = useSignOut({ onUnsaved: () => undefined, onSignedOut });
  return (
    <DialogForm
      onSubmit={() => {
        leave({ anyway: true });
      }}
      busy={busy}
      onCancel={onCancel}
      submitText="account.signOutAnyway"
      busyText="account.signOutAnyway"
    >
      <p>{formatMessage({ id: 'account.unsavedText' }, { count })}</p>
    </DialogForm>
  );
}

/** The browsers that are signed in to the account, and how to sign them out. */
export function Sessions() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const { sessions, error, askAgain } = useSessions();
  const { busy, run } = useAccountAction('account.signOutFailed');
  const list = useRef<HTMLUListElement>(null);

  function end(ending: () => Promise<void>, done: MessageId) {
    run(async () => {
      await ending();
      list.current?.focus();
      toasts.show({ title: formatMessage({ id: done }) });
    });
  }

  if (sessions === undefined && error !== undefined) {
    return (
      <Part role="alert">
        <p>{formatMessage({ id: 'account.sessionsFailed' })}</p>
        <Button onClick={askAgain}>{formatMessage({ id: 'list.retry' })}</Button>
      </Part>
    );
  }

  return (
    <Part>
      <ItemTitle>{formatMessage({ id: 'account.sessions' })}</ItemTitle>
      <NamedRows ref={list} aria-busy={sessions === undefined}>
        {sessions?.map((session) => (
          <SessionRow key={session.id}>
            <SessionText session={session} />
            {!session.current && (
              <Button
                aria-disabled={busy}
                aria-label={formatMessage(
                  { id: 'account.signOutBrowser' },
                  { name: nameOf(intl, session) },
                )}
                onClick={() => {
                  end(() => endSession(session.id), 'account.sessionEnded');
                }}
              >
                {formatMessage({ id: 'account.signOutThere' })}
              </Button>
            )}
          </SessionRow>
        ))}
      </NamedRows>
      {sessions !== undefined && sessions.length > 1 && (
        <Button
          aria-disabled={busy}
          onClick={() => {
            end(signOutEverywhere, 'account.otherSessionsEnded');
          }}
        >
          {formatMessage({ id: 'account.signOutOthers' })}
        </Button>
      )}
    </Part>
  );
}

function SessionText({ session }: { readonly session: AccountSession }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const hours = useHourOptions();
  const time = dateTimeText(intl, session.lastUsedAt, 'medium', hours);
  return (
    <div>
      <p>{nameOf(intl, session)}</p>
      <Facts>
        {session.current ? (
          <InUse>{formatMessage({ id: 'account.thisBrowser' })}</InUse>
        ) : (
          formatMessage({ id: 'account.sessionLastUsed' }, { time })
        )}
        <span>
          {formatMessage(
            { id: 'account.sessionSince' },
            { day: recordedDayText(intl, session.createdAt) },
          )}
        </span>
      </Facts>
    </div>
  );
}

function nameOf({ formatMessage }: IntlShape, { browser, system }: AccountSession): string {
  if (browser === null) return system ?? formatMessage({ id: 'account.unknownBrowser' });
  if (system === null) return browser;
  return formatMessage({ id: 'account.browserOnSystem' }, { browser, system });
}

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

/** Changes the account's password, which signs out all other browsers. */
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

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};

  > button {
    flex: 1 1 auto;
  }
`;

const AccountFacts = styled.dl`
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Fact = styled.div`
  padding-block: ${space[12]};
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Name = styled.dd`
  ${leadText}
  overflow-wrap: anywhere;
`;

const Part = styled.section`
  display: grid;
  gap: ${space[12]};
  margin-block-start: ${space[24]};
  padding-block-start: ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const SessionRow = styled(NamedRow)`
  min-block-size: ${size.touch};
  border-block-end: ${size.hairline} solid ${color.line};
`;
