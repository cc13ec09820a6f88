// The table of promises in docs/style.md: its texts exist, the tests that it names exist, and no promise is missing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en from './messages/en.json';

interface Promised {
  readonly ids: readonly string[];
  readonly file: string;
  readonly title: string;
}

const root = '..';
const table = readFileSync(join(root, 'docs/style.md'), 'utf8')
  .split(/^## /m)
  .find((section) => section.startsWith('Promises\n'));
const promised = (table ?? '').split('\n').flatMap(rowOf);

/** `| texts | what makes them true | file: title of the test |` */
function rowOf(line: string): Promised[] {
  const [, texts = '', , proof = ''] = line.split('|');
  const [, file, title] = /^ `([^`]+)`: (.+) $/.exec(proof) ?? [];
  if (file === undefined || title === undefined) return [];
  return [{ ids: [...texts.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id), file, title }];
}

test('every row names texts of the site', () => {
  const ids = promised.flatMap((row) => row.ids);
  expect(ids.length).toBeGreaterThan(20);
  expect(ids.filter((id) => !(id in en))).toEqual([]);
  expect(promised.filter((row) => row.ids.length === 0)).toEqual([]);
});

test.each(promised.map(({ file, title }) => [file, title] as const))(
  '%s has the test “%s”',
  (file, title) => {
    expect(readFileSync(join(root, file), 'utf8').includes(title)).toBe(true);
  },
);

/** Words of promises that visitors rely on: about closed pages, lost connections, and what nobody else learns. */
const strong =
  /site (is )?closed|it’s closed|close the (page|tab)|without a connection|without it\b|never leave|device’s clock is (off|wrong|fast)|accurate to the second|nothing you already have|safe on our server/i;

test('every text that promises much is in the table', () => {
  const known = new Set(promised.flatMap((row) => row.ids));
  const texts = Object.entries(en).filter(([, text]) => strong.test(text));
  expect(texts.map(([id]) => id).filter((id) => !known.has(id))).toEqual([]);
});
