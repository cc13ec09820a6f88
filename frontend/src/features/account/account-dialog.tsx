// The account dialog: signing in or out, and what can be done with all that this browser owns.
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useUser } from '../../api/account';
import { Button } from '../../components/forms/button';
import { Dialog } from '../../components/dialogs/dialog';
import { Skeleton } from '../../components/lists/skeleton';
import { visuallyHidden } from '../../styles/hidden';
import { size, space } from '../../styles/theme';
import { CredentialsForm } from './credentials-form';
import { ForgetForm } from './forget-form';
import { OwnData } from './own-data';
import { SignedIn } from './signed-in';

/** What the dialog shows: the account with this browser's data, or the question whether to forget it all. */
type View = 'account' | 'forget' | 'back from forget';

export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { formatMessage } = useIntl();
  const { user, error, askAgain } = useUser();
  const [view, setView] = useState<View>('account');

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
            <SignedIn user={user} onSignedOut={onClose} />
          )}
          <OwnData
            isBack={view === 'back from forget'}
            onForget={() => {
              setView('forget');
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
      <Loading role="status">{formatMessage({ id: 'account.loading' })}</Loading>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} $width="100%" $height={size.touch} />
      ))}
    </Column>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Column role="alert">
      <p>
        <FormattedMessage id="account.lookupFailed" />
      </p>
      <Button onClick={onRetry}>
        <FormattedMessage id="list.retry" />
      </Button>
    </Column>
  );
}

const Column = styled.div`
  display: grid;
  gap: ${space[16]};
  justify-items: start;
`;

const Loading = styled.p`
  ${visuallyHidden}
`;
