// How far keys move the time of an alarm.

/** In minutes. */
export const alarmSteps = { arrow: 5, fine: 1, page: 60 } as const;

const dayMinutes = 1440;

/** `HH:mm` some minutes later, on the same clock face. */
export function stepped(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const later = (((hour * 60 + minute + minutes) % dayMinutes) + dayMinutes) % dayMinutes;
  return [Math.floor(later / 60), later % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
