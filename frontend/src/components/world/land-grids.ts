// The two grids of land: one for wide pages, one for phones and small maps.
import narrowGrid from 'compiled-land/narrow.json';
import wideGrid from 'compiled-land/wide.json';
import { landOf } from './land';

export const wideLand = landOf(wideGrid);
export const narrowLand = landOf(narrowGrid);
