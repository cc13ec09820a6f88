// Draws the preview image of links, one per language: `node icons/social.mjs`.
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { withCamera } from './camera.mjs';
import { light, mark } from './mark.mjs';

const root = join(import.meta.dirname, '..');
const texts = join(root, 'src/i18n/messages');
const size = { width: 1200, height: 630 };
/** In bytes. Larger files delay the preview of a shared link. */
const limit = 40_000;
/** Shown: these digits, and the ruler up to their seconds. */
const time = '07:28:41';

const require = createRequire(import.meta.url);
const jost = await readFile(
  require.resolve('@fontsource-variable/jost/files/jost-latin-wght-normal.woff2'),
);

const styles = `
@font-face { font-family: Jost; src: url(data:font/woff2;base64,${jost.toString('base64')}); font-weight: 300 500; }
* { box-sizing: border-box; margin: 0; }
body { width: ${size.width}px; height: ${size.height}px; padding: 60px 72px 56px; display: flex; flex-direction: column;
  background: ${light.ground}; color: ${light.ink}; }
header { display: flex; align-items: center; gap: 18px; font: 450 44px/1 Jost; }
header svg { width: 64px; height: 64px; stroke-linecap: round; }
.rule { display: flex; justify-content: space-between; align-items: flex-end; height: 24px; margin-top: 40px; }
.rule i { width: 2px; height: 15px; background: ${light.line}; }
.rule i:nth-child(5n + 1) { height: 24px; }
.rule .past { background: ${light.ink}; }
.rule .now { width: 4px; height: 24px; background: ${light.accent}; }
.time { direction: ltr; align-self: flex-start; margin: auto 0; margin-inline-start: -10px; font: 300 214px/1 Jost;
  font-variant-numeric: tabular-nums lining-nums; letter-spacing: -0.01em; }
.statement { max-width: 1000px; min-height: 2.5em; display: flex; align-items: flex-end; font-family: 'Noto Sans', sans-serif;
  font-size: 40px; line-height: 1.3; letter-spacing: -0.01em; text-wrap: balance; }
:lang(ja) .statement { font-family: 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif; word-break: auto-phrase; }
:lang(zh) .statement { font-family: 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif; }
:lang(ko) .statement { font-family: 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif; word-break: keep-all; }
:lang(hi) .statement { font-family: 'Noto Sans Devanagari', 'Noto Sans', sans-serif; letter-spacing: 0; }
:lang(ar) .statement { font-family: 'Noto Sans Arabic', 'Noto Sans', sans-serif; letter-spacing: 0; }
`;

function html(language, name, statement) {
  const second = Number(time.slice(-2));
  const ticks = Array.from({ length: 60 }, (_, tick) => {
    const state = tick === second ? 'now' : tick < second ? 'past' : 'ahead';
    return `<i class="${state}"></i>`;
  });
  const drawn = mark({
    ink: `stroke="${light.ink}"`,
    accent: `stroke="${light.accent}" fill="${light.accent}"`,
  });
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><style>${styles}</style>
<header><svg viewBox="0 0 32 32">${drawn}</svg><span>${escaped(name)}</span></header>
<div class="rule">${ticks.join('')}</div>
<p class="time">${time}</p>
<p class="statement"><span>${escaped(statement)}</span></p>
</html>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

await withCamera(async (take) => {
  for (const file of (await readdir(texts)).filter((name) => name.endsWith('.json')).sort()) {
    const language = basename(file, '.json');
    const messages = JSON.parse(await readFile(join(texts, file), 'utf8'));
    const picture = join(root, `public/icons/social-${language}.png`);
    await take(html(language, messages['site.name'], messages['home.statement']), size, picture);
    const bytes = (await stat(picture)).size;
    if (bytes > limit) throw new Error(`${picture} has ${bytes} bytes, more than ${limit}`);
  }
});
