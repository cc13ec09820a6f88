// Compares the table of Windows's zone names with CLDR's; with --write, updates it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../src/components/files/windows-zones.json');
const [packages, option] = process.argv.slice(2);
if (packages === undefined) throw new Error('name the folder that holds cldr-core');

const source = join(packages, 'cldr-core/supplemental/windowsZones.json');
const { supplemental } = JSON.parse(await readFile(source, 'utf8'));
// If several zones share a name, the one for the region 001 (world).
const zones = supplemental.windowsZones.mapTimezones
  .map(({ mapZone }) => mapZone)
  .filter((zone) => zone._territory === '001')
  .map((zone) => [zone._other, zone._type]);
const text = `${JSON.stringify(Object.fromEntries(zones), null, 2)}\n`;

if (option === '--write') {
  await writeFile(file, text);
} else if (text !== (await readFile(file, 'utf8'))) {
  console.error(
    'the names of zones in Windows are not those of CLDR: scripts/windows-zones --write takes them',
  );
  process.exitCode = 1;
}
