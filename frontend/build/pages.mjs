// Writes the files of dist that webpack does not: the pages' HTML, the base style sheet, the root files.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

const { baseStyles, htmlFiles, rootFiles } = await require(
  join(root, '.build/prerender/site-files.cjs'),
);
const chunks = JSON.parse(await readFile(join(root, '.build/chunks.json'), 'utf8'));

async function hashedAsset(name, extension, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const file = `assets/${name}.${hash}.${extension}`;
  await write(file, content);
  return `/${file}`;
}

async function write(file, content) {
  const path = join(dist, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** The entry comes last, because it needs the other scripts. */
function scriptsOf(page) {
  const entry = chunks.main.at(-1);
  const files = ['main', `page-${page}`].flatMap((name) => {
    if (chunks[name] === undefined) throw new Error(`no chunk is named ${name}`);
    return chunks[name];
  });
  return [...new Set(files.filter((file) => file !== entry)), entry].map((file) => `/${file}`);
}

/** The texts and cities of all languages, in a folder named after their hash. */
async function writeLanguageData() {
  const files = [];
  for (const language of await readdir(join(root, '.build/messages'))) {
    const texts = join(root, '.build/messages', language);
    for (const name of await readdir(texts)) {
      files.push({ name: `${language}/${name}`, content: await readFile(join(texts, name)) });
    }
    const cities = await readFile(join(root, `.build/cities/${language}.json`));
    files.push({ name: `${language}/cities.json`, content: cities });
    const places = await readFile(join(root, `.build/places/${language}.json`));
    files.push({ name: `${language}/places.json`, content: places });
  }
  const hash = createHash('sha256');
  for (const { name, content } of files) hash.update(name).update(content);
  const folder = `assets/language-data.${hash.digest('hex').slice(0, 10)}`;
  for (const { name, content } of files) await write(join(folder, name), content);
  return `/${folder}`;
}

await cp(join(root, 'public'), dist, { recursive: true });
await cp(
  require.resolve('@fontsource-variable/jost/LICENSE'),
  join(dist, 'assets/jost-license.txt'),
);
const font = await hashedAsset('jost', 'woff2', await readFile(join(root, '.build/jost.woff2')));
const styles = await hashedAsset('base', 'css', baseStyles(font));
/** The scripts that run before the first paint. */
const earlyScriptsOf = (page) =>
  ['early', `early-${page}`].flatMap((name) => chunks[name] ?? []).map((file) => `/${file}`);

const languageData = await writeLanguageData();
const built = { font, styles, earlyScriptsOf, scriptsOf, languageData };

for (const { file, html } of await htmlFiles(built)) {
  await write(join('pages', file), html);
}
const today = new Date().toISOString().slice(0, 10);
for (const { file, text } of rootFiles(today)) await write(file, text);
