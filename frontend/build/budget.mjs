// Fails the build when a page, its scripts or a font outgrow what a visitor on a slow line is asked to wait for.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');
/** Bytes after brotli, but for fonts, which are compressed already. */
const budgets = { html: 20_000, scripts: 95_000, font: 25_000 };

const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
const brotli = promisify(brotliCompress);
const sizes = new Map();

/** The size of a script as it is sent: `compress.mjs` has put it beside. Pages share most of them. */
function sentSize(file) {
  if (!sizes.has(file))
    sizes.set(
      file,
      stat(join(dist, `${file}.br`)).then(({ size }) => size),
    );
  return sizes.get(file);
}

async function sizesOfPage(file) {
  const html = await readFile(join(dist, 'pages', file), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, path]) => path);
  const parts = await Promise.all(scripts.map(sentSize));
  return {
    name: file,
    html: (await brotli(html, { params })).length,
    scripts: parts.reduce((sum, size) => sum + size, 0),
  };
}

const files = await readdir(dist, { recursive: true });
const pages = files.filter((file) => /^pages\/.*\.html$/.test(file)).sort();
const fonts = files.filter((file) => file.endsWith('.woff2'));
const rows = await Promise.all(pages.map((file) => sizesOfPage(file.replace('pages/', ''))));
const outgrown = [];

console.log(`${'page'.padEnd(28)}${'HTML'.padStart(8)}${'scripts'.padStart(9)}  (bytes, brotli)`);
for (const { name, html, scripts } of rows) {
  console.log(`${name.padEnd(28)}${String(html).padStart(8)}${String(scripts).padStart(9)}`);
  if (html > budgets.html)
    outgrown.push(`${name}: HTML of ${html} bytes, more than ${budgets.html}`);
  if (scripts > budgets.scripts) {
    outgrown.push(`${name}: scripts of ${scripts} bytes, more than ${budgets.scripts}`);
  }
}
for (const file of fonts) {
  const { length } = await readFile(join(dist, file));
  console.log(`${file.padEnd(28)}${String(length).padStart(8)}`);
  if (length > budgets.font) outgrown.push(`${file}: ${length} bytes, more than ${budgets.font}`);
}
if (outgrown.length > 0) {
  console.error(outgrown.join('\n'));
  process.exit(1);
}
