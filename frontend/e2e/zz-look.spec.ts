import { readFileSync } from 'node:fs';
import { test } from '@playwright/test';
for (const lang of ['ja', 'ar', 'fr', 'de', 'ru'])
  test(`look ${lang}`, async ({ page, browser }) => {
    test.setTimeout(180_000);
    const m = JSON.parse(readFileSync(`src/i18n/messages/${lang}.json`, 'utf8'));
    const shot = (name: string) => page.screenshot({ path: `/tmp/look/${lang}-${name}.png`, fullPage: false });
    const step = async (name: string, f: () => Promise<void>) => { try { await f(); await page.waitForTimeout(400); await shot(name); } catch (e) { console.log(lang, name, String(e).slice(0, 200)); } };
    await page.setViewportSize({ width: 900, height: 1100 });
    await page.goto(`/alarm/${lang}`);
    await step('form', async () => { await page.getByRole('button', { name: m['alarm.add'], exact: true }).first().click(); const d = page.getByRole('dialog');
      await d.getByText(m['alarm.otherRepeat']).click(); });
    await step('saved', async () => { await page.getByRole('dialog').getByRole('button', { name: m['dialog.save'] }).click(); await page.waitForTimeout(1500); });
    await step('daysoff', async () => { await page.getByRole('button', { name: m['daysOff.name'] }).first().click(); });
    await page.keyboard.press('Escape');
    await step('push', async () => { await page.getByRole('button', { name: m['push.offer'] }).first().click(); });
    await page.keyboard.press('Escape');
    await step('account', async () => { await page.getByRole('button', { name: m['site.account'] }).first().click(); });
    await page.keyboard.press('Escape');
    await step('settings', async () => { await page.getByRole('button', { name: m['site.settings'] }).first().click(); });
    await page.keyboard.press('Escape');
    await page.goto(`/${lang}`); await page.waitForTimeout(800); await page.screenshot({ path: `/tmp/look/${lang}-home.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/alarm/${lang}`); await page.waitForTimeout(1200); await page.screenshot({ path: `/tmp/look/${lang}-alarm390.png`, fullPage: true });
    await page.goto(`/timer/${lang}`); await page.waitForTimeout(1200); await page.screenshot({ path: `/tmp/look/${lang}-timer390.png`, fullPage: true });
  });
