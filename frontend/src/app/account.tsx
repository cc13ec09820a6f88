// The way to the account: its dialog, code and texts, come when its button is reached for.
import { useState, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { LanguageCode } from '../i18n/languages';
import { loadMessages, type Messages } from '../i18n/messages';
import { lazyComponent } from '../loading/lazy-component';
import { whenLoaded, type Preloadable } from '../loading/load-code';

interface Account extends Preloadable {
  readonly open: () => void;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
}

/** What the dialog is shown in. */
interface Shown {
  readonly language: LanguageCode;
  readonly messages: Messages;
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
    return { language: locale, messages };
  };
  return {
    preload,
    open: () => {
      whenLoaded({ preload }, setShown);
    },
    dialog: shown && (
      <IntlProvider locale={shown.language} messages={shown.messages}>
        <AccountDialog
          onClose={() => {
            setShown(null);
          }}
        />
      </IntlProvider>
    ),
  };
}
