// The way to the account: its dialog, code and texts, come when somebody reaches for it.
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { LanguageCode } from '../i18n/languages';
import { loadMessages, type Messages } from '../i18n/messages';

/** Where `/.well-known/change-password` leads. */
const passwordHash = '#change-password';

interface Account {
  /** Fetches the dialog ahead. */
  readonly reach: () => void;
  readonly open: () => void;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
}

interface Shown {
  readonly Dialog: ComponentType<{ readonly onClose: () => void; readonly forPassword: boolean }>;
  readonly language: LanguageCode;
  readonly messages: Messages;
  /** Whether it begins with a new password. */
  readonly forPassword: boolean;
}

export function useAccount(): Account {
  const { locale } = useIntl();
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    if (window.location.hash !== passwordHash) return;
    // Once: neither a reload nor the way back opens it again.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    load(locale).then(
      (part) => {
        setShown({ ...part, forPassword: true });
      },
      () => undefined,
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the address that the page was opened with
  }, []);
  return {
    reach: () => void load(locale).catch(() => undefined),
    open: () => {
      // Without a connection there is nothing to open; the next press tries again.
      load(locale).then(setShown, () => undefined);
    },
    dialog: shown && (
      <IntlProvider locale={shown.language} messages={shown.messages}>
        <shown.Dialog
          forPassword={shown.forPassword}
          onClose={() => {
            setShown(null);
          }}
        />
      </IntlProvider>
    ),
  };
}

async function load(language: LanguageCode): Promise<Shown> {
  const [{ AccountDialog }, messages] = await Promise.all([
    import(/* webpackChunkName: "account" */ '../features/account/account-dialog'),
    loadMessages(language, 'account'),
  ]);
  return { Dialog: AccountDialog, language, messages, forPassword: false };
}
