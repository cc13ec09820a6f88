// Prints the queries of config/grafana-dashboard.json as Prometheus rules, so that promtool can check them.
import { readFileSync } from 'node:fs';

const dashboard = JSON.parse(readFileSync(new URL('../config/grafana-dashboard.json', import.meta.url), 'utf8'));
const queries = dashboard.panels.flatMap(({ id, targets = [] }) =>
  targets.map(({ refId, expr }) => ({ record: `panel${id}:${refId}`, expr: expr.replaceAll('$__rate_interval', '5m') })),
);
// JSON is YAML.
console.log(JSON.stringify({ groups: [{ name: 'dashboard', rules: queries }] }));
