// The settings dialog as it opens from the header, with its texts, which few pages contain.
import { useEffect, useState } from 'react';
import { RawIntlProvider, useIntl, type IntlShape } from 'react-intl';
import { SettingsDialog } from '../features/settings/settings-dialog';
import { intlWithLatinDigits } from '../i18n/latin-digits';
import { loadMessages } from '../i18n/messages';
import { loadCode } from '../loading/load-code';
import { useLanguageChoice } from './use-language-choice';

interface SettingsProps {
  readonly onClose: () => void;
  readonly onAccount: () => void;
}

export function Settings({ onClose, onAccount }: SettingsProps) {
  const { locale } = useIntl();
  const chooseLanguage = useLanguageChoice();
  const [intl, setIntl] = useState<IntlShape | null>(null);

  useEffect(() => {
    loadCode(() => loadMessages(locale, 'settings')).then(
      (messages) => {
        setIntl(intlWithLatinDigits(locale, messages));
      },
      (failure: unknown) => {
        console.warn(failure);
        onClose();
      },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- another language closes the dialog
  }, []);

  if (intl === null) return null;
  return (
    <RawIntlProvider value={intl}>
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
    </RawIntlProvider>
  );
}
