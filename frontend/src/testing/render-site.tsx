// The whole site at a path, as a visitor has it on a first visit.
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { loadWholePlace } from '../app/place';
import { Site } from '../app/site';

/** Returns the visitor, who clicks and types. */
export async function renderSite(path: string): Promise<UserEvent> {
  await mutate(() => true, undefined, { revalidate: false });
  const place = await loadWholePlace(path);
  render(
    // A visit does not take part in what the one before it asked for.
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[path]}>
        <Site initial={place} />
      </MemoryRouter>
    </SWRConfig>,
  );
  return userEvent.setup();
}
