// What build/land.mjs writes.
declare module 'compiled-land/zones.json' {
  const zones: Readonly<Record<string, readonly [latitude: number, longitude: number]>>;
  export default zones;
}

declare module 'compiled-land/*.json' {
  const grid: Readonly<
    Record<'columns' | 'rows' | 'top' | 'bottom', number> & Record<'land', string>
  >;
  export default grid;
}
