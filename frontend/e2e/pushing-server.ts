// A server that pushes to the test's own push service, and devices that are registered there.
import type { Page } from '@playwright/test';
import { deliver } from './push';
import { PushService, type Device } from './push-service';
import { test as base } from './service-worker';
import { expect } from './visitor';

export const test = base.extend<{ pushes: PushService }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
  pushes: async ({}, provide) => {
    const pushes = await PushService.open();
    await provide(pushes);
    await pushes.close();
  },
  serverSettings: async ({ pushes }, provide) =>
    provide({
      TOKIBAKO_PUSH_SERVICES: pushes.origin,
      TOKIBAKO_PUSH_CONTACT: 'mailto:push@time.example',
    }),
});

/** Turns push on as a person does; the device's first push confirms it. */
export async function turnOn(page: Page, device: Device): Promise<void> {
  await page.getByRole('button', { name: 'Ring even when this site is closed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ring when this site is closed' });
  await dialog.getByRole('button', { name: 'Turn on for this device' }).click();
  await deliver(page, await device.next('hello'));
  await expect(dialog.getByText('On for this device')).toBeVisible();
}

/** Navigates away, to a page that knows nothing about rings. */
export async function leave(page: Page): Promise<void> {
  await page.goto('/api/docs');
}
