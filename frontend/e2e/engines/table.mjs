// The table in docs/browsers.md: `node e2e/engines/table.mjs --write` writes the last run of the journeys into it, `--check`
// compares the two. Engines that did not run keep their column.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsOf } from '../costs.mjs';

const results = join(import.meta.dirname, '../../test-results/engines.json');
const page = join(import.meta.dirname, '../../../docs/browsers.md');
const [begin, end] = ['<!-- written by e2e/engines/table.mjs -->\n', '<!-- end of the table -->\n'];
const engines = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' };

/** What each engine did in each journey, and the version and day of its run. */
function outcomesOf(report) {
  const outcomes = new Map();
  for (const { name, project, status } of testsOf(report)) {
    const journey = name.split(' › ').at(-1);
    const row = outcomes.get(journey) ?? {};
    row[project] = status === 'unexpected' ? 'fails' : status === 'skipped' ? 'not tried' : 'works';
    outcomes.set(journey, row);
  }
  return outcomes;
}

/** The version that each engine reported, from the annotations of its journeys. */
function versionsOf(report) {
  const versions = {};
  const visit = (suite) => {
    for (const { tests } of suite.specs ?? [])
      for (const { projectName, annotations } of tests)
        for (const { type, description } of annotations)
          if (type === 'version') versions[projectName] = description;
    for (const inner of suite.suites ?? []) visit(inner);
  };
  report.suites.forEach(visit);
  return versions;
}

/** The rows of a table in Markdown: cells by the first one. */
function rowsOf(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return new Map(
    lines.map((line) => {
      const [first, ...others] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [first, others];
    }),
  );
}

const report = JSON.parse(readFileSync(results, 'utf8'));
const text = readFileSync(page, 'utf8');
const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
const written = rowsOf(text.slice(from, to));
const outcomes = outcomesOf(report);
const versions = versionsOf(report);
const names = Object.keys(engines);

if (process.argv.includes('--write')) {
  const today = new Date(report.stats.startTime).toISOString().slice(0, 10);
  const cells = (first, cellOf) => {
    const old = written.get(first) ?? [];
    return [
      first,
      ...names.map((name, at) => (name in versions && cellOf(name)) || old[at] || 'not tried'),
    ];
  };
  // Journeys that only engines outside of this run have.
  const ofOthers = [...written.keys()].slice(3).filter((journey) => {
    const row = written.get(journey) ?? [];
    return names.some((name, at) => !(name in versions) && row[at] === 'works');
  });
  const rows = [
    ['', ...Object.values(engines)],
    ['---', ...names.map(() => '---')],
    cells('last tried', (name) => `${today}, ${versions[name]}`),
    ...[...new Set([...outcomes.keys(), ...ofOthers])].map((journey) =>
      cells(journey, (name) => outcomes.get(journey)?.[name]),
    ),
  ];
  const table = rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
  writeFileSync(page, text.slice(0, from) + table + text.slice(to));
} else {
  const faults = [];
  for (const [journey, row] of outcomes)
    for (const [engine, outcome] of Object.entries(row)) {
      const said = written.get(journey)?.[names.indexOf(engine)];
      if (said !== outcome)
        faults.push(
          `${engine}: “${journey}” ${outcome}, but docs/browsers.md says: ${said ?? 'nothing'}`,
        );
    }
  if (faults.length > 0) {
    console.log(faults.join('\n'));
    process.exitCode = 1;
  }
}
