// A server without pushes: its pages promise none.
import { test } from './service-worker';
import { expect } from './visitor';

test.use({ serverSettings: { TOKIBAKO_PUSH_CONTACT: '' } });

test('no page offers to ring with the site closed', async ({ page, visitor }) => {
  await visitor.setTimer({ minutes: 5, enabled: 0 });
  for (const path of ['/en', '/alarm/en', '/timer/en']) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toContainText(/© \d{4}/);
    await expect(page.getByText('Ring even when this site is closed')).toBeHidden();
  }
  await expect(page.getByRole('timer')).toBeVisible();
  await page.goto('/alarm/en');
  await expect(
    page.getByRole('heading', { name: 'Rings on every page of this site' }),
  ).toBeVisible();
  await expect(page.getByText('Rings even when the site is closed')).toBeHidden();
});
