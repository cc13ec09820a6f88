// Writes dist/sw.js, the service worker with the build's constants in front, and the list of pages and files that it
// caches.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** What pages may load; licences.txt is not cached. */
const loaded = /\.(css|js|json|mp3|woff2)$/;
const dataFile = /^(language-data\.\w+)\/(\w+)\/(.+)$/;

const assets = (await readdir(join(dist, 'assets'), { recursive: true })).sort();
const data = assets.map((file) => dataFile.exec(file)).filter((found) => found !== null);
const [folder] = new Set(data.map(([, folder]) => folder));
// Each page has a folder with its other languages; its file in the first language is beside that.
const pages = (await readdir(join(dist, 'pages'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== '404')
  .map(({ name }) => `/${name}`);
const dataFiles = [...new Set(data.map(([, , , file]) => file))];
await failWhereAnyIsMissing();
const list = JSON.stringify({
  pages: ['/', ...pages.sort()],
  files: assets
    .filter((file) => loaded.test(file) && !dataFile.test(file))
    .map((file) => `/assets/${file}`),
  languageData: { folder: `/assets/${folder}`, files: dataFiles },
});
const hash = createHash('sha256').update(list).digest('hex').slice(0, 10);
await writeFile(join(dist, `assets/snapshot.${hash}.json`), list);

const build = {
  level: '%%tokibako:json:service-worker%%',
  list: `/assets/snapshot.${hash}.json`,
  pages: '%%tokibako:json:pages%%',
};
const script = await readFile(join(root, '.build/service-worker/sw.js'), 'utf8');
await writeFile(join(dist, 'sw.js'), `self.build=${JSON.stringify(build)};${script}`);

/** One list serves all languages: if a language lacked one of its files, its snapshot could never be completed. */
async function failWhereAnyIsMissing() {
  const languages = [...new Set(data.map(([, , language]) => language))];
  const html = new Set(await readdir(join(dist, 'pages'), { recursive: true }));
  // The first language has no folder of its own.
  const others = languages.filter((language) => html.has(`${language}.html`));
  const wanted = [
    ...languages.flatMap((language) =>
      dataFiles.map((file) => `assets/${folder}/${language}/${file}`),
    ),
    ...pages.flatMap((page) => [
      `pages${page}.html`,
      ...others.map((language) => `pages${page}/${language}.html`),
    ]),
  ];
  const there = new Set([
    ...assets.map((file) => `assets/${file}`),
    ...[...html].map((file) => `pages/${file}`),
  ]);
  const missing = wanted.filter((file) => !there.has(file));
  if (others.length !== languages.length - 1) missing.push('the start page of a language');
  if (missing.length > 0)
    throw new Error(`no snapshot would be whole without ${missing.join(', ')}`);
}
