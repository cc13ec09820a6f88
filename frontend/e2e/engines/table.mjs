// Writes into the table of docs/browsers.md what the last run of the journeys has shown; what did not run stays as it was.
// With `--check` it only says which cells differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = join(import.meta.dirname, '../../../docs/browsers.md');
const lastRun = join(import.meta.dirname, '../../test-results/engines.json');
const [begin, end] = ['<!-- table: begin -->', '<!-- table: end -->'];
const columns = [
  ['firefox', 'Firefox'],
  ['webkit', 'WebKitGTK'],
  ['chromium', 'Chromium'],
];

const words = { expected: 'works', flaky: 'at a second try', unexpected: '**fails**' };

const [versionRow, triedRow] = ['*version*', '*last tried*'];

/** Every test of a report: its title, engine, outcome, and the version of the browser. */
function outcomesOf(report) {
  const outcomes = [];
  const visit = (suite) => {
    for (const { title, tests } of suite.specs ?? []) {
      for (const { projectName: engine, status, annotations, results } of tests) {
        const noted = [...(annotations ?? []), ...results.flatMap((one) => one.annotations ?? [])];
        const version = noted.find(({ type }) => type === 'version')?.description;
        outcomes.push({ title, engine, status, version });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  report.suites.forEach(visit);
  return outcomes;
}

/** The cells of a table: for each row, its cell in the column of each engine. */
function cellsOf(table) {
  const rows = table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('| '));
  return new Map(
    rows.map((line) => {
      const [title, ...cells] = line.slice(2, -2).split(' | ');
      return [title, Object.fromEntries(columns.map(([name], at) => [name, cells[at]]))];
    }),
  );
}

/** The rows with the outcomes of a run on a day; a journey that an engine cannot have is a dash. */
function withOutcomes(before, outcomes, day) {
  const rows = new Map(before);
  const set = (title, engine, text) => rows.set(title, { ...rows.get(title), [engine]: text });
  const heads = [versionRow, triedRow].map((title) => [title, rows.get(title)]);
  for (const [title] of heads) rows.delete(title);
  for (const { title, engine, status } of outcomes) {
    if (status === 'skipped') continue;
    set(title, engine, words[status]);
  }
  for (const [title, row] of heads) rows.set(title, row);
  for (const [engine] of columns) {
    const own = outcomes.filter((one) => one.engine === engine);
    if (own.length === 0) continue;
    set(triedRow, engine, day);
    const version = own.find((one) => one.version !== undefined)?.version;
    if (version !== undefined) set(versionRow, engine, version.replace('/', ' '));
  }
  return rows;
}

function textOf(rows) {
  const line = (texts) => `| ${texts.join(' | ')} |`;
  return [
    line(['journey', ...columns.map(([, name]) => name)]),
    line(['---', ...columns.map(() => '---')]),
    ...[...rows].map(([title, by]) => line([title, ...columns.map(([name]) => by?.[name] ?? '–')])),
  ].join('\n');
}

function main() {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(`${begin}\n`);
  const [old, after] = rest.split(end);
  const known = cellsOf(old);
  const outcomes = outcomesOf(JSON.parse(readFileSync(lastRun, 'utf8')));
  const rows = withOutcomes(known, outcomes, new Date().toISOString().slice(0, 10));
  if (!process.argv.includes('--check')) {
    writeFileSync(page, `${before}${begin}\n${textOf(rows)}\n${end}${after}`);
    return;
  }
  for (const { title, engine } of outcomes) {
    if (known.get(title)?.[engine] === rows.get(title)?.[engine]) continue;
    console.error(`docs/browsers.md says something else: ${engine}: ${title}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
