// Draws the site's icons into public: run `node icons/icons.mjs` after a change of the mark.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withCamera } from './camera.mjs';
import { badge, favicon, tile } from './mark.mjs';

const files = join(import.meta.dirname, '../public');

/** The mark of a maskable icon is smaller, because masks may cut off a fifth on each side. */
const tiles = [
  { file: 'icons/icon-192.png', size: 192, corner: 7, scale: 0.68, weight: 2 },
  { file: 'icons/icon-512.png', size: 512, corner: 7, scale: 0.68, weight: 2 },
  { file: 'icons/icon-maskable-512.png', size: 512, corner: 0, scale: 0.5, weight: 2 },
  { file: 'icons/apple-touch-icon.png', size: 180, corner: 0, scale: 0.62, weight: 2 },
  { file: 'favicon-32.png', size: 32, corner: 7, scale: 0.86, weight: 2.7 },
];

function page(drawing) {
  return `<!doctype html><style>body{margin:0}svg{display:block}</style>${drawing}`;
}

/** A PNG in the ICO format, which old browsers request. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

await writeFile(join(files, 'favicon.svg'), favicon());
await withCamera(async (take) => {
  for (const { file, ...drawing } of tiles) {
    const { size } = drawing;
    await take(page(tile(drawing)), { width: size, height: size }, join(files, file));
  }
  const size = 96;
  const drawing = badge({ size, weight: 3 });
  await take(page(drawing), { width: size, height: size }, join(files, 'icons/badge-96.png'));
});
const small = join(files, 'favicon-32.png');
await writeFile(join(files, 'favicon.ico'), ico(await readFile(small), 32));
await rm(small);
