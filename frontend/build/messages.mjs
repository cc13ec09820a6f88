// Compiles the messages of every language, split by page: `.build/messages/LANGUAGE/GROUP.json`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const target = join(root, '.build/messages');

/** Rewrites all files; called by the build, and by vitest before its tests. */
export async function compileMessages() {
  const groups = groupsOfMessages();
  await rm(target, { recursive: true, force: true });
  for (const file of readdirSync(join(source, 'i18n/messages'))) {
    const texts = JSON.parse(readFileSync(join(source, 'i18n/messages', file), 'utf8'));
    const folder = join(target, file.replace(/\.json$/, ''));
    await mkdir(folder, { recursive: true });
    for (const [group, ids] of Object.entries(groups)) {
      const own = Object.entries(texts).filter(([id]) => ids.has(id));
      const compiled = Object.fromEntries(own.map(([id, text]) => [id, compiledText(text)]));
      await writeFile(join(folder, `${group}.json`), JSON.stringify(compiled));
    }
  }
}

/**
 * The group of each text: `site` for those that any page may show, a page's group for those that only its code names,
 * `account`, `push` and `settings` for dialogs that few visitors open, and `typed` for the reader of typed texts, which
 * also reads what other pages write. A text belongs to every group whose entry file imports, directly or not, a file that
 * names it.
 */
export function groupsOfMessages() {
  const apart = {
    account: join(source, 'features/account/account-dialog.tsx'),
    push: join(source, 'components/push/push-dialog.tsx'),
    settings: join(source, 'app/settings.tsx'),
    typed: join(source, 'typed/reader.ts'),
  };
  const parts = { ...pageFiles(), ...apart };
  const site = idsReached(join(source, 'app/site.tsx'), new Set(Object.values(parts)));
  const groups = Object.entries(parts).map(([part, file]) => [
    part,
    new Set(
      [
        ...idsReached(
          file,
          Object.values(apart).filter((other) => other !== file),
        ),
      ].filter((id) => !site.has(id)),
    ),
  ]);
  return { site, ...Object.fromEntries(groups) };
}

/** The file of each page, as imported by `routes.ts`. */
function pageFiles() {
  const routes = join(source, 'app/routes.ts');
  const imports = /webpackChunkName: "page-([\w-]+)" \*\/\s*'([^']+)'/g;
  const found = [...readFileSync(routes, 'utf8').matchAll(imports)];
  return Object.fromEntries(found.map(([, page, path]) => [page, resolved(routes, path)]));
}

/** Names texts of all pages for their heads, so its ids are not counted here. */
const heads = [join(source, 'pages/head-tags.ts')];

/** The ids of all texts that a file or its imports name. */
function idsReached(entry, excluded) {
  const ids = new Set();
  const seen = new Set([...excluded, ...heads]);
  const visit = (file) => {
    if (file === null || seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '');
    for (const [, id] of text.matchAll(/['"]([a-zA-Z]+\.[a-zA-Z0-9]+)['"]/g)) ids.add(id);
    for (const [, path] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      visit(resolved(file, path));
    }
  };
  visit(entry);
  return ids;
}

/** The imported source file; null for other imports, such as sounds. */
function resolved(importer, path) {
  const file = join(dirname(importer), path);
  const found = [`${file}.tsx`, `${file}.ts`].find((name) => existsSync(name));
  return found === undefined || relative(source, found).startsWith('i18n/messages/') ? null : found;
}

/** A text without placeholders stays a string; `messages.ts` reads this format. */
function compiledText(text) {
  const elements = parse(text, { shouldParseSkeletons: true }).map(compiledElement);
  return elements.length === 1 && typeof elements[0] === 'string' ? elements[0] : elements;
}

function compiledElement(element) {
  if (element.type === TYPE.literal) return element.value;
  if (element.options === undefined) return element;
  const options = Object.entries(element.options).map(([choice, { value }]) => [
    choice,
    { value: value.map(compiledElement) },
  ]);
  return { ...element, options: Object.fromEntries(options) };
}

export { compileMessages as setup };

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileMessages();
