// How a zone's distance from UTC is written.

/** `UTC+9`, `UTC−3:30`: the same in every language. */
export function offsetLabel(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const past = minutes % 60;
  const sign = offset < 0 ? '\u2212' : '+';
  return `UTC${sign}${Math.floor(minutes / 60)}${past === 0 ? '' : `:${String(past).padStart(2, '0')}`}`;
}
