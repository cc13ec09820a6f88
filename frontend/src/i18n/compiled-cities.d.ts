// Lists of cities exist after `npm run cities`; type checks do without them.
declare module 'compiled-cities/*' {
  import type { City } from './cities';

  const cities: readonly City[];
  export default cities;
}
