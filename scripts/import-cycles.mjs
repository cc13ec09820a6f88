// Fails if files of one crate, or of the site, import each other in a circle, because none of them could be read, tested or
// moved alone; and if a folder of the site imports one that comes after it, or a feature another feature.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The folders of the site's `src` in order of import: each may import those of its step and before it, never those after it. */
const siteOrder = [
  ['model'],
  ['styles', 'i18n', 'settings', 'pages', 'browser', 'time', 'loading'],
  ['rings', 'stopwatch', 'typed'],
  ['rows', 'offline', 'identity', 'push', 'api'],
  ['sound'],
  ['ringing'],
  ['components'],
  ['features'],
  ['app', 'service-worker'],
  ['prerender', 'testing'],
];

/** All Rust files below a folder. */
function rustFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.rs'))
    .map((name) => join(folder, name));
}

/** The module in a file: `src/api/mod.rs` is `api`, `src/lib.rs` is the empty path. */
function moduleOf(source, file) {
  const path = relative(source, file).replace(/\.rs$/, '').split('/');
  if (path.at(-1) === 'mod' || (path.length === 1 && /^(lib|main)$/.test(path[0]))) path.pop();
  return path.join('::');
}

/** The code without comments, strings and unit tests. Imports of tests are not checked. */
function code(file) {
  return readFileSync(file, 'utf8')
    .replace(/\n *#\[cfg\(test\)\]\n *mod \w+ \{[^]*/, '\n')
    .replace(/r#"[^]*?"#|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\.)'|\/\/.*/g, '');
}

/** The paths that a `use` tree such as `a::{b, c::d}` names. */
function paths(tree) {
  const parts = [];
  let [depth, part] = [0, ''];
  for (const letter of `${tree},`) {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    if (letter === ',' && depth === 0) {
      if (part.trim() !== '') parts.push(part.trim());
      part = '';
    } else {
      part += letter;
    }
  }
  return parts.flatMap((path) => {
    const open = path.indexOf('{');
    if (open < 0) return [path.replace(/ as \w+$/, '').replace(/::self$/, '')];
    const prefix = path.slice(0, open);
    return paths(path.slice(open + 1, path.lastIndexOf('}'))).map((rest) => prefix + rest);
  });
}

/** The modules whose items the code of a module uses. */
function imports(text, here, modules) {
  const uses = [...text.matchAll(/\buse ([^;]+);/g)].flatMap(([, tree]) => paths(tree));
  const inline = text.replace(/\buse [^;]+;/g, '').match(/(?<![:\w])\w+(?:::\w+)+/g) ?? [];
  return [...uses, ...inline].flatMap((path) => {
    let [start, ...rest] = path.split('::');
    let base = here === '' ? [] : here.split('::');
    if (start === 'crate') {
      base = [];
    } else if (start === 'super') {
      base.pop();
      while (rest[0] === 'super') {
        base.pop();
        rest.shift();
      }
    } else if (start !== 'self') {
      // A child module; any other name was imported by a `use`.
      if (!modules.has([...base, start].join('::'))) return [];
      rest = [start, ...rest];
    }
    let found = base;
    for (const name of rest) {
      if (!modules.has([...found, name].join('::'))) break;
      found = [...found, name];
    }
    // Items after the last module are ignored.
    const target = found.join('::');
    return target === here ? [] : [target];
  });
}

/** The groups of files that import each other in a circle (Tarjan's strongly connected components). */
function circles(edges) {
  const [index, low, onStack, stack, found] = [new Map(), new Map(), new Set(), [], []];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    onStack.add(node);
    for (const next of edges.get(node)) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node), low.get(next)));
      } else if (onStack.has(next)) {
        low.set(node, Math.min(low.get(node), index.get(next)));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    for (const member of circle) onStack.delete(member);
    if (circle.length > 1) found.push(circle);
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

/** The files of a crate that each of its files imports. */
function importsOfCrate(source) {
  const files = new Map(rustFiles(source).map((file) => [moduleOf(source, file), file]));
  const targets = (module, file) =>
    imports(code(file), module, files).map((target) => files.get(target));
  return new Map([...files].map(([module, file]) => [file, new Set(targets(module, file))]));
}

/** The files of the site that each of its files imports: also for their types only, or later by `import()`. */
function importsOfSite(source) {
  const files = readdirSync(source, { recursive: true })
    .filter((name) => /(?<!\.test|\.bench|\.d)\.tsx?$/.test(name))
    .map((name) => join(source, name));
  const targets = (file) => {
    const text = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
    const paths = [...text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map(
      ([, path]) => path,
    );
    return paths.flatMap((path) => {
      const target = join(dirname(file), path);
      return files.filter((other) => other === `${target}.ts` || other === `${target}.tsx`);
    });
  };
  return new Map(files.map((file) => [file, new Set(targets(file))]));
}

function report(source, edges) {
  for (const circle of circles(edges)) {
    process.exitCode = 1;
    console.error(`import cycle in ${relative(root, source)}:`);
    for (const file of circle) {
      const within = [...edges.get(file)].filter((target) => circle.includes(target));
      const path = (it) => relative(source, it);
      console.error(`  ${path(file)} imports ${within.map(path).join(', ')}`);
    }
  }
}

/** Imports against the order of folders, and those between features. */
function reportOrder(source, edges) {
  const step = (folder) => siteOrder.findIndex((folders) => folders.includes(folder));
  const fail = (file, target, reason) => {
    process.exitCode = 1;
    console.error(`${relative(source, file)} imports ${relative(source, target)}: ${reason}`);
  };
  for (const [file, targets] of edges) {
    const [folder, feature] = relative(source, file).split('/');
    if (step(folder) < 0 && relative(source, file).includes('/')) {
      fail(file, file, `${folder} has no place in the order of folders`);
    }
    for (const target of targets) {
      const [other, otherFeature] = relative(source, target).split('/');
      if (step(other) > step(folder)) fail(file, target, `${folder} comes before ${other}`);
      if (folder === 'features' && other === 'features' && feature !== otherFeature) {
        fail(file, target, 'a feature may not import another; the app brings them together');
      }
    }
  }
}

for (const name of readdirSync(join(root, 'crates')).sort()) {
  const source = join(root, 'crates', name, 'src');
  report(source, importsOfCrate(source));
}
const site = join(root, 'frontend/src');
const siteImports = importsOfSite(site);
report(site, siteImports);
reportOrder(site, siteImports);
