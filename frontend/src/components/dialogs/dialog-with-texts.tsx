// A dialog with texts that few pages contain: they are fetched with its code when its button is reached or pressed.
import { useState, type ReactNode } from 'react';
import { RawIntlProvider, useIntl, type IntlShape } from 'react-intl';
import type { PartWithTexts } from '../../i18n/language-data';
import { intlWithLatinDigits, loadMessages } from '../../i18n/messages';
import { preloadOnHoverOrFocus, whenLoaded, type Preloadable } from '../../loading/load-code';

export function useDialogWithTexts(part: PartWithTexts, dialog: Preloadable) {
  const { locale } = useIntl();
  const [shown, setShown] = useState<IntlShape | null>(null);
  const preload = async () => {
    const [messages] = await Promise.all([loadMessages(locale, part), dialog.preload()]);
    return intlWithLatinDigits(locale, messages);
  };
  const open = () => {
    whenLoaded({ preload }, setShown);
  };
  return {
    open,
    close: () => {
      setShown(null);
    },
    preload,
    /** The event handlers of the button. */
    button: { ...preloadOnHoverOrFocus({ preload }), onClick: open },
    /** The dialog with its texts, while it is open. */
    whileOpen: (element: ReactNode) =>
      shown && <RawIntlProvider value={shown}>{element}</RawIntlProvider>,
  };
}
