// The settings dialog as it opens from the header, with its texts, which few pages contain.
import { useEffect, useState } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import { SettingsDialog } from '../features/settings/settings-dialog';
import { loadMessages, type Messages } from '../i18n/messages';
import { loadCode } from '../loading/load-code';
import { useLanguageChoice } from './use-language-choice';

interface SettingsProps {
  readonly onClose: () => void;
  readonly onAccount: () => void;
}

export function Settings({ onClose, onAccount }: SettingsProps) {
  const { locale } = useIntl();
  const chooseLanguage = useLanguageChoice();
  const [messages, setMessages] = useState<Messages | null>(null);

  useEffect(() => {
    loadCode(() => loadMessages(locale, 'settings')).then(setMessages, (failure: unknown) => {
      console.warn(failure);
      onClose();
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another language closes the dialog
  }, []);

  if (messages === null) return null;
  return (
    <IntlProvider locale={locale} messages={messages}>
      <SettingsDialog
        onClose={onClose}
        onLanguage={(language) => {
          onClose();
          chooseLanguage(language);
        }}
        onAccount={() => {
          onClose();
          onAccount();
        }}
      />
    </IntlProvider>
  );
}
