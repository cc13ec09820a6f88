// Checks LICENSE-THIRD-PARTY, the notices of all crates in the server's binary, against Cargo.lock; with --write,
// rewrites it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  allowed,
  apacheText,
  mitText,
  noticeOf,
  noticesText,
  refuseOthers,
  standardText,
  taken,
} from './licences.mjs';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'LICENSE-THIRD-PARTY');
const server = 'tokibako';
/** What releases contain besides. */
const features = 'tokibako/embedded-site,tokibako/bundled-libpq';
const platforms = ['x86_64-unknown-linux-gnu', 'aarch64-unknown-linux-gnu'];

function metadata() {
  const filters = platforms.flatMap((platform) => ['--filter-platform', platform]);
  const text = execFileSync(
    'cargo',
    ['metadata', '--locked', '--format-version', '1', '--features', features, ...filters],
    {
      cwd: root,
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return JSON.parse(text);
}

/** The crates that are linked into the server, without build and test dependencies. */
function linkedCrates({ packages, resolve }) {
  const byId = new Map(packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const seen = new Set();
  const visit = (id) => {
    const crate = byId.get(id);
    if (seen.has(id) || crate.targets.some(({ kind }) => kind.includes('proc-macro'))) return;
    seen.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
      if (kinds.some(({ kind }) => kind === null)) visit(pkg);
    }
  };
  visit(packages.find(({ name, source }) => name === server && source === null).id);
  // A crate without a source is our own.
  return [...seen].map((id) => byId.get(id)).filter(({ source }) => source !== null);
}

function work({ name, version, license, authors, repository, manifest_path: manifest }) {
  const licences = license === null ? null : taken(license);
  const notices = licences === null ? [] : noticeOf(dirname(manifest), licences);
  return {
    name,
    version,
    authors,
    repository,
    licence: license,
    licences,
    notices,
  };
}

/** Some crates have their licence texts only in another crate of their repository, others have none. */
function withTexts(works) {
  return works.map((work) => {
    if (work.licences === null || work.notices.length > 0) return work;
    const sibling = works.find(
      ({ repository, licence, notices }) =>
        repository === work.repository && licence === work.licence && notices.length > 0,
    );
    const holders =
      work.authors.length > 0 ? work.authors.join(', ') : `the authors of ${work.name}`;
    return { ...work, notices: sibling?.notices ?? standardText(work.licences, holders) };
  });
}

/** The licences that cargo-deny and this check allow must be the same. */
function checkDenyRules() {
  const rules = readFileSync(join(root, 'deny.toml'), 'utf8');
  const letIn = /^allow = \[([^\]]*)\]/m.exec(rules)?.[1].match(/[^\s",]+/g) ?? [];
  if (letIn.sort().join() !== [...allowed].sort().join()) {
    console.error('deny.toml and frontend/build/licences.mjs do not let in the same licences');
    process.exit(1);
  }
}

const introduction = `The program tokibako is under the MIT licence or the Apache License 2.0 and holds the work of others. Their notices follow.
Made by scripts/licences --write; what the site's pages hold is told in the licences.txt that the site serves.`;

const others = [
  {
    name: 'The Rust standard library',
    licences: ['MIT'],
    notices: [mitText('The Rust Project contributors')],
  },
  {
    name: 'Swagger UI, which shows the API',
    licences: ['Apache-2.0'],
    notices: [`swagger-ui\nCopyright 2020-2021 SmartBear Software Inc.\n\n${apacheText()}`],
  },
  {
    name: 'OpenSSL, with which releases are linked',
    licences: ['Apache-2.0'],
    notices: [`Copyright 1998-2026 The OpenSSL Project Authors\n\n${apacheText()}`],
  },
  {
    name: 'Names of cities, from CLDR',
    licences: ['Unicode-3.0'],
    notices: [readFileSync(join(root, 'config/cities.LICENSE'), 'utf8').trim()],
  },
];

checkDenyRules();
const works = [...withTexts(linkedCrates(metadata()).map(work)), ...others];
refuseOthers(works);
const text = noticesText(introduction, works);
if (process.argv.includes('--write')) {
  writeFileSync(file, text);
} else if (text !== readFileSync(file, 'utf8')) {
  console.error('LICENSE-THIRD-PARTY is not that of Cargo.lock: run scripts/licences --write');
  process.exit(1);
}
console.log(`LICENSE-THIRD-PARTY has the notices of ${works.length} works`);
