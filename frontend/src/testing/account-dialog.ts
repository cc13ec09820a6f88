// The account dialog, as visitors open it.
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export async function openAccount(visitor: UserEvent): Promise<HTMLElement> {
  await visitor.click(screen.getByRole('button', { name: 'Account' }));
  return screen.findByRole('dialog', { name: 'Account' });
}
