// The brightness of the bedside clock, in percent; stored on this device.
import { storedValue } from '../../browser/stored-value';

/** Still readable in a dark room. */
export const leastBrightness = 15;
export const mostBrightness = 100;
export const brightnessStep = 5;

export const bedsideBrightness = storedValue('bedside-brightness:v1', mostBrightness, (stored) =>
  typeof stored === 'number' && Number.isFinite(stored) ? within(stored) : null,
);

export function changeBrightness(by: number): void {
  bedsideBrightness.write(within(bedsideBrightness.read() + by));
}

export function within(brightness: number): number {
  return Math.min(mostBrightness, Math.max(leastBrightness, Math.round(brightness)));
}
