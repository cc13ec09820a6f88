// Cuts npm's CycloneDX list of all packages, on standard input, down to those that browsers load, which the site's licences.txt
// names: `npm sbom … | shipped-packages.mjs LICENCES`. Fails if the list lacks one. The result is the same each time.
import { readFileSync } from 'node:fs';

const licences = readFileSync(process.argv[2], 'utf8');
const shipped = new Set([...licences.matchAll(/^(@?[\w./-]+) (\d\S*) \(.+\)$/gmu)].map(([, name, version]) => `${name}@${version}`));
const list = JSON.parse(readFileSync(0, 'utf8'));
const named = ({ name, version }) => shipped.has(`${name}@${version}`);
const components = list.components.filter(named);
const missing = [...shipped].filter((one) => !components.some(({ name, version }) => one === `${name}@${version}`));
if (shipped.size === 0 || missing.length > 0) {
  throw new Error(`npm's list lacks what the site ships: ${missing.join(', ')}`);
}
// Random, and the time.
delete list.serialNumber;
list.metadata.timestamp = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString();
const kept = new Set(components.map((component) => component['bom-ref']));
list.dependencies = list.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
process.stdout.write(`${JSON.stringify({ ...list, components }, null, 2)}\n`);
