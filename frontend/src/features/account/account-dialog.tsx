// The account dialog: signing in and out, and what can be done with this browser's data.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useUser } from '../../identity/account';
import { Button } from '../../components/forms/button';
import { Dialog } from '../../components/dialogs/dialog';
import { Skeleton } from '../../components/lists/skeleton';
import { Unseen } from '../../components/page/texts';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { size, space } from '../../styles/theme';
import { CredentialsForm } from './credentials-form';
import { ForgetForm, OwnData } from './own-data';
import { PasswordForm, Sessions, SignedIn } from './signed-in';

/**
 * What the dialog shows: the account and this browser's data, the confirmation of deleting them, the import of a file,
 * or the change of the password.
 */
type View =
  | 'account'
  | 'forget'
  | 'back from forget'
  | 'file'
  | 'back from file'
  | 'password'
  | 'back from password';

const RestoreForm = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "restore" */ './restore/restore-form')).RestoreForm,
);

interface AccountDialogProps {
  readonly onClose: () => void;
  /** Begins with the change of the password, if somebody is signed in. */
  readonly forPassword: boolean;
}

export function AccountDialog({ onClose, forPassword }: AccountDialogProps) {
  const { formatMessage } = useIntl();
  const { user, error, askAgain } = useUser();
  const [view, setView] = useState<View>(forPassword ? 'password' : 'account');

  if (view === 'forget' && user !== undefined) {
    return (
      <Dialog title={formatMessage({ id: 'account.forgetTitle' })} onClose={onClose}>
        <ForgetForm
          user={user}
          onCancel={() => {
            setView('back from forget');
          }}
          onForgotten={onClose}
        />
      </Dialog>
    );
  }

  if (view === 'file') {
    return (
      <Dialog title={formatMessage({ id: 'restore.title' })} onClose={onClose}>
        <RestoreForm
          onCancel={() => {
            setView('back from file');
          }}
          onDone={onClose}
        />
      </Dialog>
    );
  }

  if (view === 'password' && user !== undefined && user !== null) {
    return (
      <Dialog
        title={formatMessage({ id: 'account.changePassword' })}
        onClose={onClose}
        begins="field"
      >
        <PasswordForm
          user={user}
          onCancel={() => {
            setView('back from password');
          }}
          onChanged={onClose}
        />
      </Dialog>
    );
  }

  return (
    <Dialog title={formatMessage({ id: 'account.title' })} onClose={onClose}>
      {user === undefined ? (
        error === undefined ? (
          <Asking />
        ) : (
          <Failed onRetry={askAgain} />
        )
      ) : (
        <>
          {user === null ? (
            <CredentialsForm onClose={onClose} />
          ) : (
            <>
              <SignedIn
                user={user}
                isBack={view === 'back from password'}
                onPassword={() => {
                  setView('password');
                }}
                onSignedOut={onClose}
              />
              <Sessions />
            </>
          )}
          <OwnData
            isBack={view === 'back from forget'}
            onForget={() => {
              setView('forget');
            }}
            isBackFromFile={view === 'back from file'}
            restoreReach={preloadOnHoverOrFocus(RestoreForm)}
            onRestore={() => {
              whenLoaded(RestoreForm, () => {
                setView('file');
              });
            }}
            onLeave={onClose}
          />
        </>
      )}
    </Dialog>
  );
}

function Asking() {
  const { formatMessage } = useIntl();
  return (
    <Column>
      <Unseen role="status">{formatMessage({ id: 'account.loading' })}</Unseen>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} $width="100%" $height={size.touch} />
      ))}
    </Column>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <Column role="alert">
      <p>{formatMessage({ id: 'account.lookupFailed' })}</p>
      <Button onClick={onRetry}>{formatMessage({ id: 'list.retry' })}</Button>
    </Column>
  );
}

const Column = styled.div`
  display: grid;
  gap: ${space[16]};
  justify-items: start;
`;
