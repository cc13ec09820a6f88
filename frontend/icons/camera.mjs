// Takes screenshots of HTML with Chromium and compresses them with ImageMagick.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

const run = promisify(execFile);

/** Debian's browser if it is installed, otherwise Playwright's. */
const debianChromium = '/usr/bin/chromium';

/** Runs `work` with a function that takes screenshots. */
export async function withCamera(work) {
  const browser = await chromium.launch({
    ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await work((html, size, file) => picture(browser, html, size, file));
  } finally {
    await browser.close();
  }
}

async function picture(browser, html, { width, height }, file) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html, { waitUntil: 'load' });
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: file, omitBackground: true });
  await page.close();
  await reduce(file);
}

/** Reduces the colours to those that a drawing in two inks needs. */
async function reduce(file) {
  const small = [
    '-dither',
    'None',
    '-colors',
    '40',
    '-strip',
    '-define',
    'png:compression-level=9',
  ];
  await run('convert', [file, ...small, `PNG8:${file}`]);
}
