// The account button; its dialog with code and texts is fetched when the pointer or the focus reaches the button.
import { useEffect, useState, type ReactNode } from 'react';
import { RawIntlProvider, useIntl, type IntlShape } from 'react-intl';
import { intlWithLatinDigits } from '../i18n/latin-digits';
import { loadMessages } from '../i18n/messages';
import { lazyComponent } from '../loading/lazy-component';
import { whenLoaded, type Preloadable } from '../loading/load-code';

/** The hash of the redirect from `/.well-known/change-password`. */
const passwordHash = '#change-password';

interface Account extends Preloadable {
  readonly open: () => void;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
}

/** How the dialog opens. */
interface Shown {
  readonly intl: IntlShape;
  /** Whether it begins with the change of the password. */
  readonly forPassword: boolean;
}

const AccountDialog = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "account" */ '../features/account/account-dialog'))
      .AccountDialog,
);

export function useAccount(): Account {
  const { locale } = useIntl();
  const [shown, setShown] = useState<Shown | null>(null);
  const preload = async () => {
    const [messages] = await Promise.all([
      loadMessages(locale, 'account'),
      AccountDialog.preload(),
    ]);
    return { intl: intlWithLatinDigits(locale, messages) };
  };
  const open = (forPassword: boolean) => {
    whenLoaded({ preload }, (loaded) => {
      setShown({ ...loaded, forPassword });
    });
  };
  useEffect(() => {
    if (window.location.hash !== passwordHash) return;
    // Removed, so that neither a reload nor the back button opens it again.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    open(true);
    // oxlint-disable-next-line react/exhaustive-deps -- the address that the page was opened with
  }, []);
  return {
    preload,
    open: () => {
      open(false);
    },
    dialog: shown && (
      <RawIntlProvider value={shown.intl}>
        <AccountDialog
          forPassword={shown.forPassword}
          onClose={() => {
            setShown(null);
          }}
        />
      </RawIntlProvider>
    ),
  };
}
