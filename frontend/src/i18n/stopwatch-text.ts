// The time of a stopwatch in digits: minutes, seconds and hundredths, each of at least two digits.

interface StopwatchText {
  /** `04:12`; minutes go on past 99. */
  readonly seconds: string;
  /** `.37` */
  readonly hundredths: string;
}

/** The parts, which are shown in two sizes. */
export function stopwatchParts(milliseconds: number): StopwatchText {
  const hundredths = Math.floor(milliseconds / 10);
  const seconds = Math.floor(hundredths / 100);
  return {
    seconds: `${padded(Math.floor(seconds / 60))}:${padded(seconds % 60)}`,
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
