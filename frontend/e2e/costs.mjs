// Prints the cost of the last run of the browser tests by spec, and the tests that passed only on a retry. `node
// e2e/costs.mjs` prints a table, `node e2e/costs.mjs --flaky` only the names; with `--engines` of the journeys in engines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ran = process.argv.includes('--engines') ? 'engines' : 'journeys';
const lastRun = join(import.meta.dirname, `../test-results/${ran}.json`);

/** Every test of a report: its file, full name, project, and the seconds of all attempts. */
export function testsOf(report) {
  const found = [];
  const visit = (suite, titles) => {
    for (const { title, tests } of suite.specs ?? []) {
      for (const { projectName, status, results } of tests) {
        const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
        const name = [...titles, title].join(' › ');
        found.push({ file: suite.file, name, project: projectName, status, seconds });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const file of report.suites) visit(file, [file.file]);
  return found;
}

/** Tests that failed and then passed. */
export function flakyNames(report) {
  return testsOf(report)
    .filter(({ status }) => status === 'flaky')
    .map(({ name, project }) => (ran === 'engines' ? `${project}: ${name}` : name));
}

/** One row per spec, the most expensive first; seconds are summed over the parallel workers. */
export function costTable(report) {
  const specs = new Map();
  for (const { file, project, seconds } of testsOf(report)) {
    const spec = file.replace(/\.spec\.ts$/, '');
    const row = specs.get(`${project} ${spec}`) ?? { spec, project, runs: 0, seconds: 0 };
    specs.set(`${project} ${spec}`, { ...row, runs: row.runs + 1, seconds: row.seconds + seconds });
  }
  const rows = [...specs.values()].sort((one, other) => other.seconds - one.seconds);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const total = { spec: 'all', project: '', runs: sum('runs'), seconds: sum('seconds') };
  const width = Math.max(...rows.map(({ spec }) => spec.length));
  const lines = [...rows, total].map(
    ({ spec, project, runs, seconds }) =>
      `${spec.padEnd(width)}  ${String(runs).padStart(4)} runs  ${seconds.toFixed(0).padStart(5)} s  ${project}`,
  );
  const wall = (report.stats.duration / 1000).toFixed(0);
  return [...lines, `${wall} s by the clock, with ${report.config.workers} workers`]
    .map((line) => line.trimEnd())
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = JSON.parse(readFileSync(lastRun, 'utf8'));
  const answer = process.argv.includes('--flaky')
    ? flakyNames(report).join('\n')
    : costTable(report);
  if (answer !== '') console.log(answer);
}
