// The account dialog: signing in and out, and what can be done with this browser's data.
import { useState, useEffect, useRef } from 'react';
import { useIntl, FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Download, FileUp } from 'lucide-react';
import { useUser, fetchBelongings, forgetBrowser } from '../../identity/account';
import { Button } from '../../components/forms/button';
import { Dialog } from '../../components/dialogs/dialog';
import { Skeleton } from '../../components/lists/skeleton';
import { Unseen, SmallPrint, ItemTitle } from '../../components/page/texts';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { size, space, color, icon } from '../../styles/theme';
import { CredentialsForm } from './credentials-form';
import { PasswordForm, Sessions, SignedIn, UnsavedForm } from './signed-in';
import { useAccountAction } from './use-account-action';
import { saveFile } from '../../browser/save-file';
import { SiteLink } from '../../components/page/site-link';
import { useToasts } from '../../components/dialogs/toasts';
import { localisedPath } from '../../pages/paths';
import { privacyPage } from '../../pages/site-pages';
import { useOwnSound } from '../../sound/own-sound';
import { smallText } from '../../styles/type';
import type { User } from '../../model/types';
import { DialogForm } from '../../components/forms/dialog-form';
import { Column } from '../../components/page/page-column';

/**
 * What the dialog shows: the account and this browser's data, the confirmation of deleting them, the import of a file,
 * the change of the password, or the confirmation of signing out with unsaved changes.
 */
type View =
  | 'account'
  | 'forget'
  | 'back from forget'
  | 'file'
  | 'back from file'
  | 'password'
  | 'back from password'
  | 'sign-out'
  | 'back from sign-out';

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
  const [unsaved, setUnsaved] = useState(0);

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

  if (view === 'sign-out' && user !== undefined && user !== null) {
    return (
      <Dialog title={formatMessage({ id: 'account.unsavedTitle' })} onClose={onClose}>
        <UnsavedForm
          count={unsaved}
          onCancel={() => {
            setView('back from sign-out');
          }}
          onSignedOut={onClose}
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
                cancelled={cancelledIn(view)}
                onPassword={() => {
                  setView('password');
                }}
                onUnsaved={(count) => {
                  setUnsaved(count);
                  setView('sign-out');
                }}
                onSignedOut={onClose}
              />
              <Sessions />
            </>
          )}
          <OwnData view={view} onView={setView} onLeave={onClose} />
        </>
      )}
    </Dialog>
  );
}

function cancelledIn(view: View) {
  if (view === 'back from password') return 'password';
  return view === 'back from sign-out' ? 'sign-out' : null;
}

function Asking() {
  const { formatMessage } = useIntl();
  return (
    <Parts>
      <Unseen role="status">{formatMessage({ id: 'account.loading' })}</Unseen>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} $width="100%" $height={size.touch} />
      ))}
    </Parts>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <Parts role="alert">
      <p>{formatMessage({ id: 'account.lookupFailed' })}</p>
      <Button onClick={onRetry}>{formatMessage({ id: 'list.retry' })}</Button>
    </Parts>
  );
}

interface OwnDataProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  /** The visitor navigates to a page that the dialog would cover. */
  readonly onLeave: () => void;
}

function OwnData({ view, onView, onLeave }: OwnDataProps) {
  const { formatMessage, locale } = useIntl();
  const { busy, run } = useAccountAction('account.downloadFailed');
  const forget = useRef<HTMLButtonElement>(null);
  const ownSound = useOwnSound();
  const restore = useRef<HTMLButtonElement>(null);

  // What was cancelled returns the focus to its button.
  useEffect(() => {
    if (view === 'back from forget') forget.current?.focus();
    if (view === 'back from file') restore.current?.focus();
  }, [view]);

  async function download() {
    const belongings = await fetchBelongings(formatMessage({ id: 'account.fileHasKey' }));
    saveFile(belongings.fileName, 'application/json', belongings.text);
  }

  return (
    <Part>
      <ItemTitle>{formatMessage({ id: 'account.dataTitle' })}</ItemTitle>
      <SmallPrint>{formatMessage({ id: 'account.dataText' })}</SmallPrint>
      <SmallPrint>{formatMessage({ id: 'account.fileHasKey' })}</SmallPrint>
      {ownSound && <SmallPrint>{formatMessage({ id: 'account.fileLacksSound' })}</SmallPrint>}
      <Actions>
        <Button
          aria-disabled={busy}
          onClick={() => {
            run(download);
          }}
        >
          <Download {...icon.medium} />
          {formatMessage({ id: 'account.download' })}
        </Button>
        <Button
          ref={restore}
          {...preloadOnHoverOrFocus(RestoreForm)}
          onClick={() => {
            whenLoaded(RestoreForm, () => {
              onView('file');
            });
          }}
        >
          <FileUp {...icon.medium} />
          {formatMessage({ id: 'restore.open' })}
        </Button>
        <Button
          ref={forget}
          onClick={() => {
            onView('forget');
          }}
        >
          {formatMessage({ id: 'account.forget' })}
        </Button>
      </Actions>
      <Privacy to={localisedPath(privacyPage.path, locale)} onClick={onLeave}>
        {formatMessage({ id: privacyPage.name })}
      </Privacy>
    </Part>
  );
}

interface ForgetFormProps {
  readonly user: User | null;
  readonly onCancel: () => void;
  readonly onForgotten: () => void;
}

function ForgetForm({ user, onCancel, onForgotten }: ForgetFormProps) {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
  const { busy, run } = useAccountAction('account.forgetFailed');
  const ownSound = useOwnSound();

  async function forget() {
    await forgetBrowser();
    toasts.show({
      title: formatMessage({ id: 'account.forgottenTitle' }),
      text: formatMessage({ id: 'account.forgottenText' }),
    });
    onForgotten();
  }

  return (
    <DialogForm
      onSubmit={() => {
        run(forget);
      }}
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

const Parts = styled.div`
  display: grid;
  gap: ${space[16]};
  justify-items: start;
`;

const Part = styled.section`
  display: grid;
  gap: ${space[8]};
  margin-block-start: ${space[24]};
  padding-block-start: ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
  margin-block-start: ${space[8]};

  > button {
    flex: 1 1 auto;
  }
`;

const Privacy = styled(SiteLink)`
  ${smallText}
  display: inline-flex;
  align-items: center;
  justify-self: start;
  min-block-size: ${size.touch};
  text-underline-offset: ${space[4]};
`;

const Warning = styled.p`
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.accent};
  overflow-wrap: anywhere;
`;
