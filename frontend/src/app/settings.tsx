// The way to the settings: their dialog, code and texts, come when somebody reaches for it.
import { useState, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { LanguageCode } from '../i18n/languages';
import { loadMessages, type Messages } from '../i18n/messages';
import { lazyComponent } from '../loading/lazy-component';
import { whenLoaded, type Preloadable } from '../loading/load-code';
import { useLanguageChoice } from './use-language-choice';

interface Settings extends Preloadable {
  readonly open: () => void;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
}

/** What the dialog is shown in. */
interface Shown {
  readonly language: LanguageCode;
  readonly messages: Messages;
}

const SettingsDialog = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "settings" */ '../features/settings/settings-dialog'))
      .SettingsDialog,
);

export function useSettings(account: { readonly open: () => void }): Settings {
  const { locale } = useIntl();
  const [shown, setShown] = useState<Shown | null>(null);
  const chooseLanguage = useLanguageChoice();
  const preload = async () => {
    const [messages] = await Promise.all([
      loadMessages(locale, 'settings'),
      SettingsDialog.preload(),
    ]);
    return { language: locale, messages };
  };
  const close = () => {
    setShown(null);
  };
  return {
    preload,
    open: () => {
      whenLoaded({ preload }, setShown);
    },
    dialog: shown && (
      <IntlProvider locale={shown.language} messages={shown.messages}>
        <SettingsDialog
          onClose={close}
          onLanguage={(language) => {
            close();
            chooseLanguage(language);
          }}
          onAccount={() => {
            close();
            account.open();
          }}
        />
      </IntlProvider>
    ),
  };
}
