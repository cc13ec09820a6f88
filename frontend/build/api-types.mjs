// Writes `.build/api.d.ts`: the types of the server's OpenAPI document, docs/openapi.json.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const document = join(root, '../docs/openapi.json');
const target = join(root, '.build/api.d.ts');

/** The type check and the lint both need the file, maybe at the same time, so a current one is left alone. */
const isCurrent =
  existsSync(target) &&
  [document, import.meta.filename].every(
    (source) => statSync(source).ctimeMs < statSync(target).ctimeMs,
  );

if (!isCurrent) {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const types = await openapiTypes(JSON.parse(readFileSync(document, 'utf8')), {
    immutable: true,
    // A default does not make a field required in what a client sends.
    defaultNonNullable: false,
    silent: true,
  });
  mkdirSync(dirname(target), { recursive: true });
  const written = `${target}.${String(process.pid)}`;
  writeFileSync(written, astToString(types));
  renameSync(written, target);
}
