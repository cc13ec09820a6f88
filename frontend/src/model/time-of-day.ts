// Times of day, `HH:mm`, and the lengths of a minute, an hour and a day. Pure.
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;
const dayMinutes = 1440;

/** `HH:mm` of a minute of this or another day. */
export function timeOf(minute: number): string {
  const ofDay = ((minute % dayMinutes) + dayMinutes) % dayMinutes;
  return [Math.floor(ofDay / 60), ofDay % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** The minute of the day of `HH:mm`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
