// Writes the static HTML of every page and language, the base style sheet and the root files into dist.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

const { baseStyles, sitePages, themeColors } = require(join(root, '.build/prerender/pages.cjs'));
const chunks = JSON.parse(await readFile(join(root, '.build/chunks.json'), 'utf8'));

async function hashedAsset(name, extension, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const file = `assets/${name}.${hash}.${extension}`;
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, file), content);
  return `/${file}`;
}

function escaped(text) {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign],
  );
}

function scriptsOf(page) {
  const files = [`messages-${page.language}`, page.chunk, 'main'].flatMap((name) => {
    const found = chunks[name];
    if (found === undefined) throw new Error(`no chunk is named ${name}`);
    return found;
  });
  // The entry starts the rest, so it comes last; what it needs is there by then.
  const entry = chunks.main.at(-1);
  return [...new Set(files.filter((file) => file !== entry)), entry];
}

function html(page, assets) {
  const scripts = scriptsOf(page).map((file) => `<script defer src="/${file}"></script>`);
  return `<!doctype html>
<html lang="${page.language}" dir="${page.direction}">
<head>
<meta charset="utf-8">
<title>${escaped(page.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escaped(page.description)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${themeColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColors.dark}" media="(prefers-color-scheme: dark)">
<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.styles}">
<script src="/${chunks.theme.at(-1)}"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${scripts.join('\n')}
</head>
<body>
<div id="root"></div>
</body>
</html>
`;
}

await cp(join(root, 'public'), dist, { recursive: true });
await cp(
  require.resolve('@fontsource-variable/jost/LICENSE'),
  join(dist, 'assets/jost-license.txt'),
);
const font = await hashedAsset('jost', 'woff2', await readFile(join(root, '.build/jost.woff2')));
const styles = await hashedAsset('base', 'css', baseStyles(font));

for (const page of sitePages()) {
  const file = join(dist, 'pages', page.file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, html(page, { font, styles }));
}
