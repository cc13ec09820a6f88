// The whole site around the current page: language, header, page, footer.
import { useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { ToastProvider } from '../components/toasts';
import { directionOf, type OfferedLanguage } from '../i18n/languages';
import { loadMessages, type Messages } from '../i18n/messages';
import { languageOfPath } from '../i18n/paths';
import { Ringing } from '../features/ringing/ringing';
import { Layout } from './layout';
import { SiteRoutes } from './routes';

export interface LoadedLanguage {
  readonly language: OfferedLanguage;
  readonly messages: Messages | Record<keyof Messages, string>;
}

export function Site({ initial }: { readonly initial: LoadedLanguage }) {
  const { language, messages } = useLanguageOfPath(initial);
  return (
    <IntlProvider locale={language} messages={messages}>
      <ToastProvider>
        <Layout>
          <SiteRoutes />
        </Layout>
        <Ringing />
      </ToastProvider>
    </IntlProvider>
  );
}

/** The language the path asks for; the one before stays until its messages are there. */
function useLanguageOfPath(initial: LoadedLanguage): LoadedLanguage {
  const [loaded, setLoaded] = useState(initial);
  const wanted = languageOfPath(useLocation().pathname);

  useEffect(() => {
    let current = true;
    if (wanted !== loaded.language) {
      loadMessages(wanted).then(
        (messages) => {
          if (current) setLoaded({ language: wanted, messages });
        },
        // Without a connection the page stays readable in the language it has; loading it anew helps.
        () => undefined,
      );
    }
    return () => {
      current = false;
    };
  }, [wanted, loaded.language]);

  useEffect(() => {
    document.documentElement.lang = loaded.language;
    document.documentElement.dir = directionOf(loaded.language);
  }, [loaded.language]);

  return loaded;
}
