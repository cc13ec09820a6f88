// The alignment of the header's links.
import { languages } from '../src/i18n/languages';
import { localisedPath } from '../src/pages/paths';
import { expect, test } from './visitor';

const softly = expect.configure({ soft: true });

test('the first tool in the header is aligned with the page’s edge, even if its name is short', async ({
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

test('a menu button has the same place and size after its menu was opened', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/stopwatch/en');
  const button = page.getByRole('banner').getByRole('button', { name: /^Language/ });
  const before = await button.boundingBox();
  await button.click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the names of the tools are on one line in every language', async ({ page }) => {
    for (const { code } of languages) {
      await page.goto(localisedPath('/stopwatch', code));
      // From 1024 px the whole header is one line; at these widths the names have the least space.
      for (const width of [900, 1024, 1279]) {
        await page.setViewportSize({ width, height: 700 });
        const apart = await page.evaluate(namesApart, width < 1024 ? 1 : 0);
        softly(apart, `${code}, ${String(width)} px`).toEqual([]);
      }
    }
  });
});

/** The names on another line than the link at index `first`: the site's own name, or the first tool. */
function namesApart(first: number): (string | null)[] {
  const links = [...document.querySelectorAll('header a')].slice(first);
  const middles = links.map((link) => {
    const { top, height } = link.getBoundingClientRect();
    return { name: link.textContent, middle: top + height / 2 };
  });
  return middles
    .filter(({ middle }) => Math.abs(middle - (middles[0]?.middle ?? NaN)) > 1)
    .map(({ name }) => name);
}
