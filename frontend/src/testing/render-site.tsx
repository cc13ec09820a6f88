// Renders the whole site at a path, as on a first visit.
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { dropLastingState } from '../browser/lasting-state';
import { loadWholePage } from '../app/loaded-page';
import { Site } from '../app/site';
import { clearRows } from '../rows/store';

/** Returns a user who clicks and types. */
export async function renderSite(path: string): Promise<UserEvent> {
  await mutate(() => true, undefined, { revalidate: false });
  clearRows('alarms');
  clearRows('timers');
  dropLastingState();
  const loaded = await loadWholePage(path);
  render(
    // A visit must not reuse requests of the previous one.
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[path]}>
        <Site initial={loaded} />
      </MemoryRouter>
    </SWRConfig>,
  );
  return userEvent.setup();
}
