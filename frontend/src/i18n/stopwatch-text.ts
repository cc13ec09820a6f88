// The time of a stopwatch in digits: minutes, seconds and hundredths, each of two digits; hours from 100 minutes on.

interface StopwatchText {
  /** `04:12`, `99:59`, `1:40:00` */
  readonly seconds: string;
  /** `.37` */
  readonly hundredths: string;
}

const mostMinutes = 100;

/** The parts, which are shown in two sizes. */
export function stopwatchParts(milliseconds: number): StopwatchText {
  const hundredths = Math.floor(milliseconds / 10);
  const seconds = Math.floor(hundredths / 100);
  const minutes = Math.floor(seconds / 60);
  const whole =
    minutes < mostMinutes
      ? padded(minutes)
      : `${String(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
  return {
    seconds: `${whole}:${padded(seconds % 60)}`,
    hundredths: `.${padded(hundredths % 100)}`,
  };
}

/** `04:12.37` */
export function stopwatchText(milliseconds: number): string {
  const { seconds, hundredths } = stopwatchParts(milliseconds);
  return seconds + hundredths;
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}
