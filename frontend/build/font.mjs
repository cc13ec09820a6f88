// Subsets Jost to digits, punctuation of times and Latin letters: .build/jost.woff2, under 20 kB.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const root = join(import.meta.dirname, '..');
const limit = 20_000;
const characters =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 :.,·–—-−+±/()%°’\'"?!&→…\u00a0\u202f';

const require = createRequire(import.meta.url);
const source = await readFile(
  require.resolve('@fontsource-variable/jost/files/jost-latin-wght-normal.woff2'),
);
const subset = await subsetFont(source, characters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 300, max: 500 } },
  keepFeatures: ['kern', 'tnum', 'lnum'],
});
if (subset.length >= limit) {
  throw new Error(`the subset of Jost is ${subset.length} bytes, more than ${limit}`);
}
await mkdir(join(root, '.build'), { recursive: true });
await writeFile(join(root, '.build/jost.woff2'), subset);
