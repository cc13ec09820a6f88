// Checks that each link of the documents leads to a file of the repository, and to a heading of it, and that SUMMARY.md has all
// pages of docs.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const text = (file) => readFileSync(file, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gmu, '');
const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n').filter(existsSync);

/** What a heading is called in a link, as GitHub and mdBook make it. */
const anchor = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Map(
  documents.map((file) => [file, new Set([...text(file).matchAll(/^#+ (.*)$/gmu)].map(([, heading]) => anchor(heading)))]),
);

const broken = [];
for (const file of documents) {
  for (const [, link] of text(file).replaceAll(/`[^`\n]*`/gu, '').matchAll(/\]\(([^)\s]+)\)/gu)) {
    if (/^[a-z]+:/u.test(link)) continue;
    const [path, heading] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path));
    if (!existsSync(target) || (heading && anchors.has(target) && !anchors.get(target).has(heading))) {
      broken.push(`${file}: ${link}`);
    }
  }
}
const summary = readFileSync('docs/SUMMARY.md', 'utf8');
for (const page of documents.filter((file) => /^docs\/(?!SUMMARY)[^/]*\.md$/u.test(file))) {
  if (!summary.includes(`(${page.slice('docs/'.length)})`)) broken.push(`docs/SUMMARY.md does not have ${page}`);
}
console.log(broken.join('\n') || `the links of ${documents.length} documents resolve`);
process.exitCode = broken.length > 0 ? 1 : 0;
