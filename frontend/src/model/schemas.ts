// The types of what the server sends and accepts. They come from its OpenAPI document, so that a page that no longer fits
// the server fails the type check.
import type { components } from '../../.build/api';

/** By their names in docs/openapi.json. */
export type Schemas = components['schemas'];

/** Names of the server, all of which must be in a list of the site. */
export type Listed<List extends readonly unknown[], Name extends List[number]> = Name;
