// Which licences dependencies may have, how a package's licence is found, and its notice.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Licences that require only their notice or, last, source for changes to their own files. If a package offers a
 * choice, the first of these is used. `deny.toml` contains the same list for cargo-deny.
 */
export const allowed = [
  'MIT',
  '0BSD',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Zlib',
  'BSL-1.0',
  'Unlicense',
  'Unicode-3.0',
  'Apache-2.0',
  'MPL-2.0',
  'PostgreSQL',
];

/** For a font that is served with the site; not for code. */
export const allowedForFonts = ['OFL-1.1'];

/**
 * The licences that are chosen from an SPDX expression such as `(MIT OR Apache-2.0) AND Unicode-3.0`; null if it
 * requires one that is not allowed.
 */
export function taken(expression, from = allowed) {
  const words = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? [];
  const result = anyOf(words, from);
  if (words.length > 0) throw new Error(`cannot read the licence ${expression}`);
  return result;
}

function anyOf(words, from) {
  const choices = [allOf(words, from)];
  while (words[0] === 'OR') {
    words.shift();
    choices.push(allOf(words, from));
  }
  const possible = choices.filter((choice) => choice !== null);
  const rank = (choice) => Math.max(...choice.map((licence) => from.indexOf(licence)));
  return possible.sort((one, other) => rank(one) - rank(other))[0] ?? null;
}

function allOf(words, from) {
  const parts = [one(words, from)];
  while (words[0] === 'AND') {
    words.shift();
    parts.push(one(words, from));
  }
  return parts.includes(null) ? null : [...new Set(parts.flat())];
}

function one(words, from) {
  const word = words.shift();
  if (word === '(') {
    const inside = anyOf(words, from);
    if (words.shift() !== ')') throw new Error('a licence lacks a closing bracket');
    return inside;
  }
  // An SPDX exception only adds permissions.
  if (words[0] === 'WITH') words.splice(0, 2);
  return from.includes(word) ? [word] : null;
}

/** Parts of the names of licence files, in packages with a file for each licence. */
const inFileName = {
  'Apache-2.0': /apache/i,
  'BSD-2-Clause': /bsd/i,
  'BSD-3-Clause': /bsd/i,
  'BSL-1.0': /bsl|boost/i,
  ISC: /isc/i,
  MIT: /mit/i,
  'Unicode-3.0': /unicode/i,
  Unlicense: /unlicense/i,
  Zlib: /zlib/i,
};

/** The texts of the chosen licences in a package's folder; empty if there are none. */
export function noticeOf(folder, licences) {
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|copyright|unlicense|notice)/i.test(name))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
  const ofEach = licences.flatMap((licence) =>
    files.filter((name) => inFileName[licence]?.test(name)),
  );
  const ofNone = files.filter((name) => !Object.values(inFileName).some((sign) => sign.test(name)));
  const covered = licences.every((licence) =>
    files.some((name) => inFileName[licence]?.test(name)),
  );
  const chosen = covered
    ? [...ofEach, ...files.filter((name) => /^(notice|copyright)/i.test(name))]
    : [...ofEach, ...ofNone];
  return [...new Set(chosen)].map((name) => tidy(readFileSync(join(folder, name), 'utf8')));
}

/** Normalised, so that the same text with other line ends is recognised. */
function tidy(text) {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

/** The standard text of a licence, for a package without one. */
export function standardText(licences, holders) {
  if (licences.join() === 'MIT') return [mitText(holders)];
  if (licences.join() === 'PostgreSQL') return [postgresqlText()];
  if (licences.join() === 'Apache-2.0') return [`Copyright ${holders}\n\n${apacheText()}`];
  return [];
}

/** The text of the Apache License, which the repository contains. */
export function apacheText() {
  return tidy(readFileSync(join(import.meta.dirname, '../../LICENSE-APACHE'), 'utf8'));
}

/** The licence of Postgres and libpq, with its holders (https://www.postgresql.org/about/licence/). */
function postgresqlText() {
  return `Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a
written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two paragraphs
appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL
DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF
CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY OF
CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.`;
}

/** The text of the MIT licence. */
export function mitText(holders) {
  return `Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}

/** All notices as one text: `{ name, version, licences, notices }` each. Works with the same notice are grouped. */
export function noticesText(introduction, works) {
  const byNotice = new Map();
  for (const work of [...works].sort(byName)) {
    const notice = work.notices.join('\n\n');
    byNotice.set(notice, [...(byNotice.get(notice) ?? []), work]);
  }
  const parts = [...byNotice].map(([notice, sharing]) => {
    const names = sharing.map(({ name, version, licences }) =>
      [name, version, `(${licences.join(' and ')})`].filter(Boolean).join(' '),
    );
    return `${'='.repeat(80)}\n${names.join('\n')}\n${'-'.repeat(80)}\n\n${notice}\n`;
  });
  return `${introduction}\n\n${parts.join('\n')}`;
}

function byName(one, other) {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

/** Reports all works with a licence that is not allowed at once, and exits. */
export function refuseOthers(works) {
  const wrong = works.flatMap(({ name, version, licence, licences, notices }) => {
    if (licences === null) return [`${name} ${version}: the licence ${licence} is not let in`];
    return notices.length === 0
      ? [`${name} ${version}: there is no text of its licence ${licence}`]
      : [];
  });
  if (wrong.length > 0) {
    console.error(`${wrong.join('\n')}\nWhat is let in stands in frontend/build/licences.mjs.`);
    process.exit(1);
  }
}

/** Reads the `package.json` of the package that a file belongs to; null outside of packages. */
export function packageOf(file) {
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file);
  if (match === null) return null;
  const description = join(match[1], 'package.json');
  return existsSync(description)
    ? { folder: match[1], ...JSON.parse(readFileSync(description, 'utf8')) }
    : null;
}
