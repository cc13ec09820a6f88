// Writes dist/licences.txt: the notices of everything that browsers load. The build fails for a licence that is not
// allowed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  allowed,
  allowedForFonts,
  noticeOf,
  noticesText,
  packageOf,
  refuseOthers,
  standardText,
  taken,
} from './licences.mjs';

const root = join(import.meta.dirname, '..');
const list = join(root, '.build/packages.json');
const require = createRequire(import.meta.url);

/** Makes webpack record which packages the files of a bundle come from. */
export const packageList = {
  apply(compiler) {
    compiler.hooks.afterEmit.tap('package-list', (compilation) => {
      const folders = new Set();
      for (const module of compilation.modules) {
        if (compilation.chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
        for (const { resource } of module.modules ?? [module]) {
          const found = resource && packageOf(resource);
          if (found) folders.add(relative(root, found.folder));
        }
      }
      mkdirSync(join(root, '.build'), { recursive: true });
      writeFileSync(list, JSON.stringify([...folders].sort(), null, 2));
    });
  },
};

/** Code in the bundle that is not a module: webpack's chunk loader, Babel's helpers. */
const builtIn = ['webpack', '@babel/helpers'];

function work(folder, licencesAllowed = allowed) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const licences = taken(license, licencesAllowed);
  const notices = licences === null ? [] : noticeOf(folder, licences);
  const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  return {
    name,
    version,
    licence: license,
    licences,
    notices: notices.length === 0 && licences !== null ? standardText(licences, holder) : notices,
  };
}

function folderOf(name) {
  return packageOf(require.resolve(`${name}/package.json`)).folder;
}

/** Names of cities and zones, which are in our data rather than in a package. */
function namesOfCldr() {
  const notice = readFileSync(join(root, '../config/cities.LICENSE'), 'utf8').trim();
  return {
    name: 'Names of cities and of time zones, from CLDR',
    licences: ['Unicode-3.0'],
    notices: [notice],
  };
}

const introduction = `What your browser loads from this site is Tokibako, under the MIT licence or the Apache License 2.0, and holds the work of
others. Their notices follow. The map of the world is made with Natural Earth (https://www.naturalearthdata.com), which
is in the public domain. The source of ical.js, which is used as it is, is at https://github.com/kewisch/ical.js. Weather data come from Open-Meteo.com under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/) or from WeatherAPI.com, as the operator chose.`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folders = JSON.parse(readFileSync(list, 'utf8')).map((folder) => join(root, folder));
  const works = [
    ...folders.map((folder) => work(folder)),
    ...builtIn.map((name) => work(folderOf(name))),
    work(folderOf('@fontsource-variable/jost'), allowedForFonts),
    work(folderOf('world-atlas')),
    namesOfCldr(),
  ];
  refuseOthers(works);
  writeFileSync(join(root, 'dist/licences.txt'), noticesText(introduction, works));
  console.log(`licences.txt has the notices of ${works.length} works`);
}
