// Compresses every text file of dist that is served unchanged to .br and .gz; the server compresses the others.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');
const text = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest', '.xml']);
/** Pages and root files contain placeholders, which the server fills in first. */
const filledIn = /^(pages\/.*\.html|[^/]+\.(xml|txt|webmanifest)|sw\.js)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !text.has(extname(file)) || filledIn.test(relative(dist, file))) continue;
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }));
}
