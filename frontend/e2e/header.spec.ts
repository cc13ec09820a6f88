// How the header's links stand beside what is below them.
import { expect, test } from './visitor';

test('the first tool in the header hangs from the page’s edge, however short its name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/stopwatch/zh');
  const tools = page.getByRole('banner').getByRole('navigation').getByRole('link');
  const apart = await tools.first().evaluate((link) => {
    const name = document.createRange();
    name.selectNodeContents(link);
    const edge = document.querySelector('main h1')?.getBoundingClientRect().left;
    return name.getBoundingClientRect().left - (edge ?? NaN);
  });
  expect(Math.abs(apart)).toBeLessThan(1);
  for (const { width, height } of await tools.evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
  )) {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});
