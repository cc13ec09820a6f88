// The whole site at a path, as a visitor has it on a first visit.
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { Site } from '../app/site';
import type { OfferedLanguage } from '../i18n/languages';
import en from '../i18n/messages/en.json';
import ja from '../i18n/messages/ja.json';
import { languageOfPath } from '../i18n/paths';

const texts: Record<OfferedLanguage, typeof en> = { en, ja };

/** Returns the visitor, who clicks and types. */
export async function renderSite(path: string): Promise<UserEvent> {
  await mutate(() => true, undefined, { revalidate: false });
  const language = languageOfPath(path);
  render(
    // A visit does not take part in what the one before it asked for.
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[path]}>
        <Site initial={{ language, messages: texts[language] }} />
      </MemoryRouter>
    </SWRConfig>,
  );
  return userEvent.setup();
}
