// Fails the build if a page, its scripts or a font exceed their budget for slow connections.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');
/** Bytes after brotli, except for fonts, which are compressed already. */
const budgets = { html: 20_000, vendor: 80_000, own: 17_600, font: 25_000 };
/** Bytes of the places of a language after brotli, fetched when somebody searches or chooses a zone. */
const placesBudget = 11_000;
/** Bytes of what people type in a language after brotli, fetched in an idle period. */
const wordsBudget = 6_000;
/** Bytes of the uncompressed service worker: a browser parses all of it at each start. */
const workerBudget = 13_600;

const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
const brotli = promisify(brotliCompress);
const sizes = new Map();

/** The compressed size of a script, as written by `compress.mjs`. Pages share most scripts. */
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
  const isVendor = (script) => /^assets\/(react|vendor)\./.test(script);
  return {
    name: file,
    html: (await brotli(html, { params })).length,
    vendor: await sumOf(scripts.filter(isVendor)),
    own: await sumOf(scripts.filter((script) => !isVendor(script))),
  };
}

async function sumOf(scripts) {
  const sizes = await Promise.all(scripts.map(sentSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const files = await readdir(dist, { recursive: true });
const pages = files.filter((file) => /^pages\/.*\.html$/.test(file)).sort();
const fonts = files.filter((file) => file.endsWith('.woff2'));
const rows = await Promise.all(pages.map((file) => sizesOfPage(file.replace('pages/', ''))));
const outgrown = [];

const columns = ['html', 'vendor', 'own'];
const line = (name, cells) =>
  name.padEnd(28) + cells.map((cell) => String(cell).padStart(8)).join('');
console.log(`${line('page', columns)}  (bytes, brotli)`);
for (const { name, ...sizes } of rows) {
  console.log(
    line(
      name,
      columns.map((column) => sizes[column]),
    ),
  );
  for (const column of columns) {
    if (sizes[column] > budgets[column])
      outgrown.push(`${name}: ${column} of ${sizes[column]} bytes, more than ${budgets[column]}`);
  }
}
for (const file of fonts) {
  const { length } = await readFile(join(dist, file));
  console.log(`${file.padEnd(28)}${String(length).padStart(8)}`);
  if (length > budgets.font) outgrown.push(`${file}: ${length} bytes, more than ${budgets.font}`);
}
for (const file of files.filter((file) => /language-data\..*\/places\.json$/.test(file)).sort()) {
  const length = await sentSize(file);
  console.log(`${file.split('/').slice(-2).join('/').padEnd(28)}${String(length).padStart(8)}`);
  if (length > placesBudget) outgrown.push(`${file}: ${length} bytes, more than ${placesBudget}`);
}
for (const file of files.filter((file) => /assets\/words-\w+\..*\.js$/.test(file)).sort()) {
  const length = await sentSize(file);
  console.log(`${file.replace('assets/', '').padEnd(28)}${String(length).padStart(8)}`);
  if (length > wordsBudget) outgrown.push(`${file}: ${length} bytes, more than ${wordsBudget}`);
}
const { size: worker } = await stat(join(dist, 'sw.js'));
console.log(`${'sw.js, as it is'.padEnd(28)}${String(worker).padStart(8)}`);
if (worker > workerBudget) outgrown.push(`sw.js: ${worker} bytes, more than ${workerBudget}`);
if (outgrown.length > 0) {
  console.error(outgrown.join('\n'));
  process.exit(1);
}
