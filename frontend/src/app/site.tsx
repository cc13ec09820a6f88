// The whole site around the current page: language, header, page, footer.
import { IntlProvider } from 'react-intl';
import type { OfferedLanguage } from '../i18n/languages';
import type { Messages } from '../i18n/messages';
import { SiteRoutes } from './routes';

export interface LoadedLanguage {
  readonly language: OfferedLanguage;
  readonly messages: Messages;
}

export function Site({ initial }: { readonly initial: LoadedLanguage }) {
  return (
    <IntlProvider locale={initial.language} messages={initial.messages}>
      <SiteRoutes />
    </IntlProvider>
  );
}
