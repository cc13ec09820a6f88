// Starts the site in the browser.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { languageOfPath } from '../i18n/paths';
import { loadMessages } from '../i18n/messages';
import { Site } from './site';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no element #root');
  const language = languageOfPath(location.pathname);
  const messages = await loadMessages(language);
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Site initial={{ language, messages }} />
      </BrowserRouter>
    </StrictMode>,
  );
}

void start();
